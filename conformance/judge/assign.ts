/**
 * Gives each matcher a value of its own, each value to one matcher at most (augmenting paths). First come, first served
 * would blame a value that two matchers fit and only one of them needs. `unassigned` is the first matcher left over.
 */
export function assignAll<Matcher, Value>(
  matchers: readonly Matcher[],
  values: readonly Value[],
  fits: (matcher: Matcher, value: Value) => boolean,
): { readonly unassigned: number | undefined } {
  const holder = new Map<number, number>();
  const place = (matcher: number, tried: Set<number>): boolean => {
    for (const [index, value] of values.entries()) {
      const wants = matchers[matcher];
      if (tried.has(index) || wants === undefined || !fits(wants, value)) continue;
      tried.add(index);
      const before = holder.get(index);
      if (before === undefined || place(before, tried)) {
        holder.set(index, matcher);
        return true;
      }
    }
    return false;
  };
  const left = matchers.findIndex((_, index) => !place(index, new Set()));
  return { unassigned: left < 0 ? undefined : left };
}
