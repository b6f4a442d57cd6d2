/**
 * Checks the manifests of Kubernetes: the schemas of its API accept them, they have no unknown field, and ports, probes,
 * settings and the command are Foyer's own.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler, type IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { type IJob, Job } from 'kubernetes-models/batch/v1'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, type IConfigMap, type IService, Service } from 'kubernetes-models/v1'
import { parseAllDocuments } from 'yaml'
import { readConfig } from '../api/src/kernel/config/config.ts'
import { fileVariables } from '../api/src/kernel/config/environment.ts'
import { settingsSchema } from '../api/src/kernel/config/settings.ts'
import { production, writeTemporary } from '../api/src/kernel/config/test-environment.ts'
import { getLiveness, getReadiness } from '../contract/src/routes/operations.ts'

const root = join(import.meta.dirname, '..')
const folder = 'operating/kubernetes'

/** The class that validates each kind, and the module of its type. */
const kinds = {
  ConfigMap: { Model: ConfigMap, module: 'v1' },
  Service: { Model: Service, module: 'v1' },
  Deployment: { Model: Deployment, module: 'apps/v1' },
  Job: { Model: Job, module: 'batch/v1' },
  PodDisruptionBudget: { Model: PodDisruptionBudget, module: 'policy/v1' },
  HorizontalPodAutoscaler: { Model: HorizontalPodAutoscaler, module: 'autoscaling/v2' },
  NetworkPolicy: { Model: NetworkPolicy, module: 'networking.k8s.io/v1' },
} as const
type Kind = keyof typeof kinds

type Manifest = { kind: Kind; apiVersion: string }

const manifests = globSync(`${folder}/*.yaml`, { cwd: root }).flatMap((file) =>
  parseAllDocuments(readFileSync(join(root, file), 'utf8')).map((document) => {
    assert.deepEqual(document.errors, [], file)
    return document.toJS() as Manifest
  }),
)
const only = <T>(kind: Kind) => manifests.filter((manifest) => manifest.kind === kind) as unknown as [T]
const [deployment] = only<IDeployment>('Deployment')
const [job] = only<IJob>('Job')
const [service] = only<IService>('Service')
const [settings] = only<IConfigMap>('ConfigMap')
const [autoscaler] = only<IHorizontalPodAutoscaler>('HorizontalPodAutoscaler')
const pod = deployment.spec?.template.spec
const [container] = pod?.containers ?? []
const migrating = job.spec?.template.spec?.containers[0]
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')

describe('manifests of Kubernetes', () => {
  it('have each kind once, which the schemas of the API accept', () => {
    assert.deepEqual(manifests.map(({ kind }) => kind).sort(), Object.keys(kinds).sort())
    for (const manifest of manifests) {
      const { Model } = kinds[manifest.kind]
      ;new (Model as unknown as new (data: object) => { validate(): void })(manifest).validate()
      assert.equal(manifest.apiVersion, (Model as unknown as { apiVersion: string }).apiVersion)
    }
  })

  it('have no field that the API does not know', (t) => {
    // The schemas allow unknown fields, as the API does; the types do not.
    mkdirSync(join(root, '.data'), { recursive: true })
    const place = mkdtempSync(join(root, '.data/kubernetes-'))
    t.after(() => rmSync(place, { recursive: true, force: true }))
    const lines = manifests.map((manifest, index) => {
      const type = `import('kubernetes-models/${kinds[manifest.kind].module}').I${manifest.kind}`
      return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)}`
    })
    const file = join(place, 'manifests.ts')
    writeFileSync(file, lines.join('\n'))
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--module', 'nodenext']
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, file], {
      cwd: root,
      encoding: 'utf8',
    })
    assert.equal(stdout, '')
  })

  it('set what production requires, and only settings that the service reads', () => {
    const data = settings.data ?? {}
    const names = Object.keys(settingsSchema(true).entries)
    const secrets = '/run/secrets/foyer'
    const env: Record<string, string> = { NODE_ENV: 'production' }
    for (const [name, value] of Object.entries(data)) {
      const setting = name.replace(/_FILE$/, '')
      const isFile = setting !== name && fileVariables.includes(setting)
      assert.ok(names.includes(isFile ? setting : name), name)
      if (isFile) assert.equal(value, `${secrets}/${setting.toLowerCase()}`)
      const content = (production as Record<string, string>)[setting] ?? 'of-a-test'
      env[name] = isFile ? writeTemporary(content) : value
    }
    assert.equal(data.PLATFORMS_FILE, '/etc/foyer/platforms.json')
    const config = readConfig({ ...env, PLATFORMS_FILE: production.PLATFORMS_FILE })
    assert.equal(config.metrics?.host, '0.0.0.0')
    const grace = pod?.terminationGracePeriodSeconds ?? 0
    assert.ok(grace * 1_000 > config.drainMs + 25_000, 'a pod is killed before its requests are answered')
  })

  it('give each container its settings and every folder that it reads or writes', () => {
    for (const { mounts, volumes, from } of [
      { mounts: container?.volumeMounts, volumes: pod?.volumes, from: container?.envFrom },
      {
        mounts: migrating?.volumeMounts,
        volumes: job.spec?.template.spec?.volumes,
        from: migrating?.envFrom,
      },
    ]) {
      assert.deepEqual(from, [{ configMapRef: { name: settings.metadata?.name } }])
      const paths = mounts?.map(({ mountPath }) => mountPath) ?? []
      for (const path of ['/run/secrets/foyer', '/etc/foyer', '/tmp']) assert.ok(paths.includes(path), path)
      assert.deepEqual(mounts?.map(({ name }) => name).sort(), volumes?.map(({ name }) => name).sort())
    }
    const [, stored = ''] = /^ENV STORAGE_FOLDER=(\S+)\/files$/m.exec(dockerfile) ?? []
    assert.ok(
      container?.volumeMounts?.some(({ mountPath }) => mountPath === stored),
      stored,
    )
  })

  it('name the ports of the image and the routes of the health checks', () => {
    const ports = new Map(container?.ports?.map(({ name, containerPort }) => [name, containerPort]))
    assert.deepEqual([...ports.values()].join(' '), /^EXPOSE (.+)$/m.exec(dockerfile)?.[1])
    assert.ok(service.spec?.ports?.every(({ targetPort }) => ports.has(String(targetPort))))
    const probes = [container?.startupProbe, container?.livenessProbe, container?.readinessProbe]
    assert.deepEqual(
      probes.map((probe) => probe?.httpGet?.path),
      [getLiveness.path, getLiveness.path, getReadiness.path],
    )
    assert.ok(probes.every((probe) => ports.has(String(probe?.httpGet?.port))))
  })

  it('select the pods of the Deployment, and never those of the migration', () => {
    const labels = deployment.spec?.template.metadata?.labels
    const budget = only<IDeployment>('PodDisruptionBudget')[0].spec?.selector.matchLabels
    assert.deepEqual(
      [service.spec?.selector, budget, deployment.spec?.selector.matchLabels],
      [labels, labels, labels],
    )
    assert.notDeepEqual(job.spec?.template.metadata?.labels, labels)
    assert.equal(autoscaler.spec?.scaleTargetRef.name, deployment.metadata?.name)
  })

  it('scale by a metric that the service has, and run a command of the built command line', () => {
    const metric = autoscaler.spec?.metrics?.[0]?.pods?.metric.name
    const documented = readFileSync(join(root, 'docs/operating-metrics.md'), 'utf8')
    assert.ok(documented.includes(`\`${metric}\``), metric)
    assert.deepEqual(migrating?.command, ['node', 'api/dist/foyer.js', 'migrate'])
    assert.equal(migrating?.image, container?.image)
  })
})
