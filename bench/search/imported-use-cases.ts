import type { UseCase } from "./use-cases.ts";

/** A document of somebody else that becomes a toolkit, with requests of people for its operations. */
export interface ImportedUseCases {
  readonly slug: string;
  /** The file of the document. */
  readonly file: string;
  /** The right operations are named by method and path, because names of tools are ours. */
  readonly useCases: readonly UseCase[];
}

/**
 * The set that judges the search over imported documents: 60 requests for the documents of the corpus. They were written from
 * the paths of the operations alone, and committed before the ranking was changed. Their misses are never printed.
 */
export const importedUseCases: readonly ImportedUseCases[] = [
  {
    slug: "ocean",
    file: "digitalocean/DigitalOcean-public.v2.yaml",
    useCases: [
      ["spin up a new server with 2 GB of memory in Frankfurt", "POST /v2/droplets"],
      ["create a droplet from the Ubuntu image", "POST /v2/droplets"],
      ["which droplets are running in my account", "GET /v2/droplets"],
      ["delete droplet 3164444", "DELETE /v2/droplets/{droplet_id}"],
      ["reboot my droplet", "POST /v2/droplets/{droplet_id}/actions"],
      ["add an A record for www to example.com", "POST /v2/domains/{domain_name}/records"],
      ["list the DNS records of my domain", "GET /v2/domains/{domain_name}/records"],
      ["purge the CDN cache", "DELETE /v2/cdn/endpoints/{cdn_id}/cache"],
      ["redeploy my app", "POST /v2/apps/{app_id}/deployments", "POST /v2/apps/{app_id}/restart"],
      [
        "show me the logs of the last deployment of the app",
        "GET /v2/apps/{app_id}/deployments/{deployment_id}/logs",
        "GET /v2/apps/{app_id}/deployments/{deployment_id}/components/{component_name}/logs",
        "GET /v2/apps/{app_id}/logs",
        "GET /v2/apps/{app_id}/components/{component_name}/logs",
      ],
      ["roll the app back to the previous deployment", "POST /v2/apps/{app_id}/rollback"],
      ["create a Postgres database cluster", "POST /v2/databases"],
      [
        "add a read-only replica to the database",
        "POST /v2/databases/{database_cluster_uuid}/replicas",
      ],
      [
        "reset the password of a database user",
        "POST /v2/databases/{database_cluster_uuid}/users/{username}/reset_auth",
      ],
      [
        "how much do I have to pay this month",
        "GET /v2/customers/my/balance",
        "GET /v2/customers/my/invoices",
      ],
      ["download an invoice as PDF", "GET /v2/customers/my/invoices/{invoice_uuid}/pdf"],
      ["get the kubeconfig of the cluster", "GET /v2/kubernetes/clusters/{cluster_id}/kubeconfig"],
      [
        "upgrade my Kubernetes cluster to a newer version",
        "POST /v2/kubernetes/clusters/{cluster_id}/upgrade",
      ],
      [
        "add a node pool to the Kubernetes cluster",
        "POST /v2/kubernetes/clusters/{cluster_id}/node_pools",
      ],
      [
        "put two more droplets behind the load balancer",
        "POST /v2/load_balancers/{lb_id}/droplets",
      ],
      ["alert me when the CPU of a droplet is above 80 percent", "POST /v2/monitoring/alerts"],
      ["monitor whether my website is up", "POST /v2/uptime/checks"],
      [
        "attach the block storage volume to a droplet",
        "POST /v2/volumes/actions",
        "POST /v2/volumes/{volume_id}/actions",
      ],
      ["take a snapshot of the volume", "POST /v2/volumes/{volume_id}/snapshots"],
      ["upload my ssh key", "POST /v2/account/keys"],
      ["open port 443 in the firewall", "POST /v2/firewalls/{firewall_id}/rules"],
    ],
  },
  {
    slug: "hub",
    file: "github.json",
    useCases: [
      ["create a secret gist with this snippet", "POST /gists"],
      ["follow the user octocat", "PUT /user/following/{username}"],
      [
        "rerun the failed jobs of the workflow run",
        "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs",
      ],
      [
        "trigger the deploy workflow by hand",
        "POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches",
      ],
      [
        "download the artifacts of a workflow run",
        "GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts",
        "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}",
      ],
      ["protect the main branch", "PUT /repos/{owner}/{repo}/branches/{branch}/protection"],
      [
        "list the open dependabot alerts of the repository",
        "GET /repos/{owner}/{repo}/dependabot/alerts",
      ],
      [
        "invite maria to our organization",
        "POST /orgs/{org}/invitations",
        "PUT /orgs/{org}/memberships/{username}",
      ],
      ["lock the conversation on issue 42", "PUT /repos/{owner}/{repo}/issues/{issue_number}/lock"],
      [
        "request a review from bob on the pull request",
        "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
      ],
      ["fork the repository", "POST /repos/{owner}/{repo}/forks"],
      [
        "add the label bug to the issue",
        "POST /repos/{owner}/{repo}/issues/{issue_number}/labels",
        "PUT /repos/{owner}/{repo}/issues/{issue_number}/labels",
      ],
      ["which languages is the repository written in", "GET /repos/{owner}/{repo}/languages"],
      ["watch the repository", "PUT /repos/{owner}/{repo}/subscription"],
      ["mark all notifications as read", "PUT /notifications"],
      ["close the milestone", "PATCH /repos/{owner}/{repo}/milestones/{milestone_number}"],
    ],
  },
  {
    slug: "train",
    file: "train-travel.yaml",
    useCases: [
      ["find train stations near Berlin", "GET /stations"],
      ["which trains go from Berlin to Paris tomorrow", "GET /trips"],
      ["reserve a seat on the nine o'clock train", "POST /bookings"],
      ["cancel my train booking", "DELETE /bookings/{bookingId}"],
      ["pay for the reservation with a credit card", "POST /bookings/{bookingId}/payment"],
      ["show my bookings", "GET /bookings"],
      ["details of booking 42", "GET /bookings/{bookingId}"],
      ["is there a connection from Hamburg to Munich on Friday", "GET /trips"],
      ["what trips have I reserved", "GET /bookings"],
    ],
  },
  {
    slug: "museum",
    file: "museum.yaml",
    useCases: [
      ["when does the museum open on Sunday", "GET /museum-hours"],
      ["buy two tickets for Saturday", "POST /tickets"],
      ["which exhibitions and special events are on this month", "GET /special-events"],
      ["announce a new pirate night event", "POST /special-events"],
      ["change the price of the special event", "PATCH /special-events/{eventId}"],
      ["call off the mermaid event", "DELETE /special-events/{eventId}"],
      ["get the QR code of my ticket", "GET /tickets/{ticketId}/qr"],
      ["tell me about the special event on coding", "GET /special-events/{eventId}"],
      ["museum opening times next week", "GET /museum-hours"],
    ],
  },
];
