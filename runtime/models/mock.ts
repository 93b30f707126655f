import { answered, type Model } from './model.ts';

/** What the mock says, whatever it is asked. */
export const mockText = 'mock response';

/** A model that answers without tools and needs nothing: no key, no network, no file. */
export const mockModel: Model = {
  turn({ onText }) {
    onText?.(mockText);
    return Promise.resolve(answered({ text: mockText, toolCalls: [] }));
  },
};
