/** The toolkit document of the test application, with every parameter style, body, failure and auth scheme. */
export function writeApplicationDocument(port: number): string {
  return `
openapi: 3.1.0
info: { title: Application, description: For tests., version: '20251120_00' }
servers:
  - url: http://127.0.0.1:${port}/{tenant}
    variables: { tenant: { default: main } }
x-platform-toolkit:
  slug: app
  legacy_id: 11111111-2222-4333-8444-555555555555
  created_at: '2025-11-20T08:00:00.000Z'
  updated_at: '2025-11-20T08:00:00.000Z'
  allowed_hosts: [files.app.example]
  headers: { X-Api-Version: '7' }
  auth:
    - { mode: API_KEY, security_scheme: header, name: Header key }
    - { mode: BEARER_TOKEN, security_scheme: token, name: Token }
    - { mode: BASIC, security_scheme: basic, name: Basic }
    - mode: OAUTH2
      security_scheme: oauth
      name: OAuth
      oauth2: { default_scopes: [read] }
security: [{ header: [] }, { token: [] }, { basic: [] }, { oauth: [read] }, { query: [] }, { cookie: [] }]
components:
  securitySchemes:
    header: { type: apiKey, in: header, name: X-Key }
    second: { type: apiKey, in: header, name: X-Application }
    query: { type: apiKey, in: query, name: key }
    cookie: { type: apiKey, in: cookie, name: sid }
    token: { type: http, scheme: bearer }
    basic: { type: http, scheme: basic }
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://app.example/authorize
          tokenUrl: https://app.example/token
          scopes: { read: Read. }
  responses:
    Ok:
      description: Done.
      content:
        application/json:
          schema: { type: object, required: [ok], properties: { ok: { type: boolean } } }
paths:
  /styles/{simple}/{label}/{matrix}:
    get:
      operationId: styles
      summary: Styles
      description: Every parameter style.
      parameters:
        - { name: simple, in: path, required: true, schema: { type: string } }
        - { name: label, in: path, required: true, style: label, explode: true, schema: { type: array, items: { type: integer } } }
        - { name: matrix, in: path, required: true, style: matrix, schema: { type: object } }
        - { name: form, in: query, schema: { type: array, items: { type: string } } }
        - { name: joined, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: space, in: query, style: spaceDelimited, explode: false, schema: { type: array, items: { type: string } } }
        - { name: pipe, in: query, style: pipeDelimited, explode: false, schema: { type: array, items: { type: string } } }
        - { name: deep, in: query, style: deepObject, explode: true, schema: { type: object } }
        - { name: reserved, in: query, allowReserved: true, schema: { type: string } }
        - name: content
          in: query
          content: { application/json: { schema: { type: object, required: [a] } } }
        - { name: 'tags[]', in: query, x-platform-argument: tags, schema: { type: array, items: { type: string } } }
        - { name: X-List, in: header, schema: { type: array, items: { type: integer } } }
        - { name: session, in: cookie, schema: { type: string } }
        - { name: X-Api-Version, in: header, schema: { type: string } }
      responses: &ok { '200': { $ref: '#/components/responses/Ok' } }
  /json/{name}:
    post:
      operationId: json
      summary: JSON
      description: A JSON body.
      parameters:
        - { name: name, in: path, required: true, schema: { type: string } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [title]
              properties:
                title: { type: string, minLength: 1 }
                name: { type: string }
                count: { type: integer }
                items: { type: array, items: { type: object, required: [id], properties: { id: { type: integer } } } }
                made: { type: string, readOnly: true }
      responses: *ok
  /optional:
    post:
      operationId: optional
      summary: Optional
      description: A body that may be left out.
      requestBody:
        content: { application/json: { schema: { type: object, required: [a], properties: { a: { type: string }, b: { type: string } } } } }
      responses: *ok
  /whole:
    post:
      operationId: whole
      summary: Whole
      description: A body that is a list.
      requestBody:
        required: true
        content: { application/json: { schema: { type: array, items: { type: string } } } }
      responses: *ok
  /form:
    post:
      operationId: form
      summary: Form
      description: A form.
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { a: { type: string }, list: { type: array, items: { type: string } }, deep: { type: object } } }
            encoding: { deep: { style: deepObject, explode: true } }
      responses: *ok
  /multipart:
    post:
      operationId: multipart
      summary: Multipart
      description: A multipart body.
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { type: object, properties: { a: { type: string }, meta: { type: object } } }
      responses: *ok
  /text-body:
    post:
      operationId: textBody
      summary: Text
      description: A text.
      requestBody: { required: true, content: { text/plain: { schema: { type: string } } } }
      responses: *ok
  /binary:
    post:
      operationId: binary
      summary: Binary
      description: Bytes.
      requestBody: { required: true, content: { application/octet-stream: { schema: { type: string, format: binary } } } }
      responses: *ok
  /xml:
    post:
      operationId: xml
      summary: XML
      description: XML.
      requestBody: { required: true, content: { application/xml: { schema: { type: string } } } }
      responses: *ok
  /graphql#query:
    post:
      operationId: graph
      summary: GraphQL
      description: A GraphQL query.
      x-platform-graphql: { query: 'query($id: ID!) { thing(id: $id) { n } }' }
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } } }
      responses: *ok
  /mail:
    post:
      operationId: mail
      summary: Mail
      description: A message.
      x-platform-mime: { target: /message/raw }
      x-platform-members: { thread_id: /message/threadId }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [to, subject, body]
              properties:
                to: { type: array, items: { type: string } }
                subject: { type: string }
                body: { type: string }
                is_html: { type: boolean }
                thread_id: { type: string }
      responses: *ok
  /two-keys:
    get:
      operationId: twoKeys
      summary: Two keys
      description: Needs two keys together.
      security: [{ header: [], second: [] }]
      responses: *ok
  /open:
    get:
      operationId: open
      summary: Open
      description: Needs no account.
      security: []
      responses: *ok
  /old:
    get: { operationId: old, summary: Old, description: Gone., deprecated: true, responses: *ok }
  /fail/{status}:
    parameters: [{ name: status, in: path, required: true, schema: { type: integer } }]
    get: { operationId: fail, summary: Fail, description: Fails., responses: *ok }
    post: { operationId: failPost, summary: Fail, description: Fails., responses: *ok }
  /limited:
    get: { operationId: limited, summary: Limited, description: Is limited., responses: *ok }
  /left:
    get: { operationId: left, summary: Left, description: Is limited., responses: *ok }
  /slow:
    get: { operationId: slow, summary: Slow, description: Is slow., responses: *ok }
  /flaky/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: flaky, summary: Flaky, description: Fails twice., responses: *ok }
    post: { operationId: flakyPost, summary: Flaky, description: Fails twice., responses: *ok }
  /broken:
    get: { operationId: broken, summary: Broken, description: Breaks off., responses: *ok }
    post: { operationId: brokenPost, summary: Broken, description: Breaks off., responses: *ok }
  /long:
    get: { operationId: long, summary: Long, description: Is long., responses: *ok }
  /large:
    get: { operationId: large, summary: Large, description: Is large., responses: *ok }
  /list:
    get:
      operationId: list
      summary: List
      description: A list.
      responses:
        '200':
          description: The list.
          content:
            application/json:
              schema: { type: array, items: { type: object, required: [id], properties: { id: { type: integer } } } }
  /text:
    get: { operationId: text, summary: Text, description: Is text., responses: *ok }
  /bytes:
    get: { operationId: bytes, summary: Bytes, description: Is binary., responses: { '200': { description: Bytes. } } }
  /page:
    get: { operationId: page, summary: Page, description: Fails with HTML., responses: *ok }
  /login/{type}:
    get:
      operationId: login
      summary: Login
      description: Answers a page.
      parameters: [{ name: type, in: path, required: true, schema: { type: string } }]
      responses: *ok
  /login/{type}#undescribed:
    get:
      operationId: anyPage
      summary: Any page
      description: Answers a page.
      parameters: [{ name: type, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: Anything. } }
  /cut:
    get: { operationId: cut, summary: Cut, description: Breaks off., responses: *ok }
  /problem/{body}:
    get:
      operationId: problem
      summary: Problem
      description: Fails with this body.
      parameters: [{ name: body, in: path, required: true, schema: { type: string } }]
      responses: *ok
  /empty:
    delete: { operationId: empty, summary: Empty, description: Nothing., responses: { '204': { description: Nothing. } } }
  /wrapped/{kind}:
    get:
      operationId: wrapped
      summary: Wrapped
      description: Fails with 200.
      x-platform-success: [{ pointer: /ok, equals: true }]
      x-platform-errors: [/error]
      x-platform-result: /data/deep
      parameters: [{ name: kind, in: path, required: true, schema: { type: string } }]
      responses: *ok
  /moved/{to}:
    get:
      operationId: moved
      summary: Moved
      description: Redirects.
      parameters: [{ name: to, in: path, required: true, schema: { type: string } }]
      responses: *ok
`;
}
