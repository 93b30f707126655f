/** What an agent asks of its model, once provider and name are settled. */
export interface ModelSettings {
  readonly name: string;
  readonly temperature: number | null;
  /** Tokens. */
  readonly maxTokens: number | null;
}
