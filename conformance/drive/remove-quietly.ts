import { rm } from 'node:fs/promises';

/**
 * Removes a folder, aside from what the caller does next: on a busy disk that takes longer than the case did. A folder
 * that resists is no fault of the case's; the run's own folder, which holds it, goes at the end.
 */
export async function removeQuietly(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // what is left lies in the system's folder for temporary files
  }
}
