/** What `init` can begin a runtime in. The files are `conformance/skeletons/<language>/`. */
export const languages = ['python', 'go', 'rust', 'ts', 'sh'] as const;
export type Language = (typeof languages)[number];

/** What has to be typed before the target can be started. */
export const builds: Readonly<Partial<Record<Language, string>>> = {
  go: 'go build -o adapter main.go',
  rust: 'rustc -O adapter.rs -o adapter',
};

export function isLanguage(name: string): name is Language {
  return languages.some((each) => each === name);
}
