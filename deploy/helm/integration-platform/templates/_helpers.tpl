{{/* The name of everything that the chart makes. */}}
{{- define "platform.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" (.Release.Name | trunc 19 | trimSuffix "-") .Chart.Name -}}
{{- end -}}
{{- end -}}

{{- define "platform.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "platform.labels" -}}
{{ include "platform.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "platform.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* What all pods have in common. */}}
{{- define "platform.pod" -}}
serviceAccountName: {{ include "platform.name" . }}
automountServiceAccountToken: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
  - name: secrets
    secret:
      secretName: {{ .Values.secretName }}
      defaultMode: 0440
      items:
        - { key: database-url, path: database-url }
        - { key: master-keys, path: master-keys }
{{- end -}}

{{/* What all containers have in common. */}}
{{- define "platform.container" -}}
image: {{ include "platform.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
env:
  - name: DATABASE_URL_FILE
    value: /run/secrets/platform/database-url
  - name: PLATFORM_MASTER_KEYS_FILE
    value: /run/secrets/platform/master-keys
  - name: PLATFORM_BASE_URL
    value: {{ .Values.baseUrl | quote }}
  - name: PLATFORM_FILES
    value: {{ .Values.files | quote }}
  - name: PLATFORM_DATA
    value: /data
  - name: PLATFORM_METRICS_HOST
    value: "0.0.0.0"
  - name: PLATFORM_TRUSTED_PROXIES
    value: {{ join "," .Values.trustedProxies | quote }}
  {{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
{{- with .Values.envFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  - { name: secrets, mountPath: /run/secrets/platform, readOnly: true }
{{- end -}}
