export { excludesCharacter } from "./excludes-character.ts";
export { type Backtracking, findBacktracking } from "./find-backtracking.ts";
export { listPatternTexts, type TextChoice, type TextPiece } from "./list-texts.ts";
export { type ParsedPattern, type PatternNode, parsePattern } from "./parse-pattern.ts";
export { type ReadPattern, readPattern } from "./read-pattern.ts";
export type { Steps } from "./steps.ts";
