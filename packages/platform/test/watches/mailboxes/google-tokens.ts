import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";

/** A key of Google, with its public half as the key set has it. */
export interface GoogleKey {
  readonly id: string;
  readonly publicKey: JWK;
  readonly sign: (claims: JWTPayload) => Promise<string>;
}

/** Makes a key of 2048 bits. */
export async function makeGoogleKey(id: string): Promise<GoogleKey> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  return {
    id,
    publicKey: { ...jwk, kid: id, alg: "RS256", use: "sig" },
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid: id, typ: "JWT" })
        .sign(privateKey),
  };
}

/** The claims of the token that Pub/Sub sends with a push, at this time. */
export function describePush(audience: string, serviceAccount: string): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  return {
    aud: audience,
    azp: "113774264463038321964",
    email: serviceAccount,
    email_verified: true,
    exp: now + 3_600,
    iat: now,
    iss: "https://accounts.google.com",
    sub: "113774264463038321964",
  };
}
