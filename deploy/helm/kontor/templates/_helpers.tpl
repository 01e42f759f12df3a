{{- define "kontor.name" -}}
{{- printf "%s-kontor" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "kontor.labels" -}}
app.kubernetes.io/name: kontor
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- /* The pods of a role: "serve" for the API, "worker" for background work. Both differ only in their command and probes. */ -}}
{{- define "kontor.pod" -}}
metadata:
  labels:
    {{- include "kontor.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  # DRAIN_SECONDS and ten more.
  terminationGracePeriodSeconds: {{ add .root.Values.drainSeconds 15 }}
  automountServiceAccountToken: false
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile:
      type: RuntimeDefault
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  # Two pods on one machine would end with it.
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "kontor.labels" .root | nindent 10 }}
          app.kubernetes.io/component: {{ .role }}
  containers:
    - name: kontor
      image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      args: ["{{ .role }}", "--wait-for-database"]
      env:
        - name: BASE_URL
          value: {{ .root.Values.baseUrl | quote }}
        - name: DATABASE_URL_FILE
          value: /secrets/database-url
        - name: KONTOR_MASTER_KEYS_FILE
          value: /secrets/master-keys
        - name: DRAIN_SECONDS
          value: {{ .root.Values.drainSeconds | quote }}
        {{- with .root.Values.trustProxy }}
        - name: TRUST_PROXY
          value: {{ . | quote }}
        {{- end }}
        {{- range $name, $value := .root.Values.settings }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
        {{- with .root.Values.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- if eq .role "serve" }}
      ports:
        - name: http
          containerPort: 3000
      # The port opens after the migrations, which may take minutes on large tables.
      startupProbe:
        httpGet:
          path: /health
          port: http
        periodSeconds: 2
        failureThreshold: 300
      # No liveness probe: if the database is down, a restart does not help.
      readinessProbe:
        httpGet:
          path: /health
          port: http
        periodSeconds: 2
        failureThreshold: 1
      {{- end }}
      resources:
        {{- toYaml .resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: ["ALL"]
      volumeMounts:
        - name: secrets
          mountPath: /secrets
          readOnly: true
        - name: data
          mountPath: /data
        - name: temporary
          mountPath: /tmp
  volumes:
    - name: secrets
      secret:
        secretName: {{ required "Set existingSecret to a secret with the keys database-url and master-keys." .root.Values.existingSecret }}
        defaultMode: 288 # 0440
    - name: data
      emptyDir: {}
    - name: temporary
      emptyDir: {}
{{- end -}}
