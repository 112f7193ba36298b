import { BlobServiceClient } from "@azure/storage-blob";

/** Creates a container, unless the account has it. */
export async function createContainer(connectionString: string, name: string): Promise<void> {
  const service = BlobServiceClient.fromConnectionString(connectionString);
  await service.getContainerClient(name).createIfNotExists();
}
