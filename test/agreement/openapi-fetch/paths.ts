/** Types of a small API, as `specwright types` and openapi-typescript print them. */
export interface paths {
  "/users/{id}": {
    get: {
      parameters: {
        path: { id: number };
        query?: { fields?: string[]; filter?: { role?: string; name?: string }; page?: number };
        header?: { "X-Trace"?: string };
        cookie?: { session?: string };
      };
      requestBody?: never;
      responses: {
        200: { content: { "application/json": User } };
        404: { content: { "application/json": Problem } };
      };
    };
    put: {
      parameters: { path: { id: number } };
      requestBody: { content: { "application/json": User } };
      responses: { 200: { content: { "application/json": User } } };
    };
    delete: {
      parameters: { path: { id: number } };
      requestBody?: never;
      responses: { 204: { content?: never } };
    };
    patch: {
      parameters: { path: { id: number } };
      requestBody?: { content: { "application/json": Partial<User> } };
      responses: { 200: { content: { "application/json": User } } };
    };
  };
  "/tokens": {
    post: {
      parameters: { query?: never };
      requestBody: {
        content: { "application/x-www-form-urlencoded": { grant: string; scope?: string } };
      };
      responses: { 200: { content: { "application/json": { token: string } } } };
    };
  };
  "/files": {
    get: {
      parameters: { query?: { size?: number } };
      requestBody?: never;
      responses: { 200: { content: { "text/plain": string } } };
    };
    post: {
      parameters: { query?: never };
      requestBody: { content: { "multipart/form-data": { name: string; file: string } } };
      responses: { 201: { content: { "application/json": { id: string } } } };
    };
  };
  "/broken": {
    get: {
      parameters: { query?: never };
      requestBody?: never;
      responses: {
        200: { content: { "application/json": { fine: true } } };
        default: { content: { "application/json": Problem } };
      };
    };
  };
  "/styles/{path}/{path*}/{.path}/{.path*}/{;path}/{;path*}": {
    get: {
      parameters: { path: Record<string, string | number[] | { a: string; b: string }> };
      requestBody?: never;
      responses: { 200: { content: { "application/json": unknown } } };
    };
  };
}

/** A user. */
export interface User {
  id: number;
  name: string;
}

/** The problem. */
export interface Problem {
  message: string;
}
