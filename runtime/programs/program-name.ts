/**
 * What a program is known by, however it is written: `/usr/bin/python3.11`, `PYTHON.EXE` and `python` are `python`,
 * `ksh93` is `ksh`. Lower case, without folder, `.exe` and version.
 */
export function programName(written: string): string {
  const file = written.replace(/^.*[/\\]/, '').toLowerCase();
  const name = file.replace(/\.exe$/, '');
  return name.replace(/[-.\d]+$/, '') || name;
}
