import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type Json, toJson } from '../model/json.ts';

type Content = CallToolResult['content'][number];

export interface ToolText {
  /** What the agent is handed. */
  readonly text: string;
  /** The structured value where the tool gives one, else the text again. */
  readonly data: Json;
}

/** A tool's result as text, block by block. What is no text is named and not shown. */
export function toolText({
  content,
  structuredContent,
}: Pick<CallToolResult, 'content' | 'structuredContent'>): ToolText {
  const blocks = content.map(blockText).join('\n');
  const text =
    content.length === 0 && structuredContent !== undefined ? JSON.stringify(structuredContent) : blocks;
  return { text, data: structuredContent === undefined ? text : toJson(structuredContent) };
}

function blockText(block: Content): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}, ${Math.floor((block.data.length * 3) / 4)} bytes]`;
    case 'resource_link':
      return `[resource ${block.name} ${block.uri}]`;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : `[resource ${block.resource.uri}]`;
  }
}
