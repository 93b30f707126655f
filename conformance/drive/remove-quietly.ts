import { rmSync } from 'node:fs';

/** Removes a folder. One that resists is no fault of the case's; the run's own folder goes at its end. */
export function removeQuietly(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // what is left lies in the system's folder for temporary files
  }
}
