/** The kit's own exit statuses: a closed list. */
export const exitStatus = {
  clean: 0,
  regression: 1,
  /** Usage, configuration, a suite that does not load, an empty selection. */
  usage: 2,
  /** A run that is not complete, or a fault of the kit's own. */
  incomplete: 3,
} as const;
export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];
