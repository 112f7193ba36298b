import { createContext } from "react";

/** The tool for which files are uploaded; undefined where a form belongs to no tool. */
export const UploadContext = createContext<
  { readonly toolkit: string; readonly tool: string } | undefined
>(undefined);
