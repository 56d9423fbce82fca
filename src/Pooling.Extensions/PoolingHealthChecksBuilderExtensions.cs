using Microsoft.Extensions.Diagnostics.HealthChecks;
using Pooling.Extensions;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Provides a method that registers the health check of the pools.</summary>
/// <remarks>
/// <para>Thread safety: as a service collection, which one thread fills.</para>
/// <para>Allocation: the registration, once. Each check allocates its result.</para>
/// </remarks>
public static class PoolingHealthChecksBuilderExtensions
{
    /// <summary>Registers a check that reports <see cref="HealthStatus.Degraded"/> while a pool of the process is too
    /// small, or its rentals do not end.</summary>
    /// <param name="builder">The health checks to add to.</param>
    /// <param name="configure">Sets the limits; <see langword="null"/> for the defaults. It is called at once.</param>
    /// <param name="name">The name of the check.</param>
    /// <param name="failureStatus">The status to report in place of <see cref="HealthStatus.Degraded"/>.</param>
    /// <param name="tags">The tags of the check, by which endpoints choose checks; <see langword="null"/> for
    /// none.</param>
    /// <returns>The health checks that were passed.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> or <paramref name="name"/> is
    /// <see langword="null"/>.</exception>
    /// <remarks>
    /// <para>The check reads the instruments <c>pooling.item.created_above_max</c> and <c>pooling.leaks</c> of the
    /// meter <c>Pooling</c>. The former has the limit <see cref="PoolingHealthCheckOptions.MaxCreatedAboveMax"/>, the
    /// latter <see cref="PoolingHealthCheckOptions.MaxLeaks"/>. The description of the result names each pool above a
    /// limit, the number of its items or rentals, and what to do. A process that publishes no such instrument is
    /// reported as healthy.</para>
    /// <para>The first check counts from the start of the process, and so do the others until
    /// <see cref="PoolingHealthCheckOptions.Window"/> has passed since then. Later checks count what happened within
    /// that time.</para>
    /// </remarks>
    public static IHealthChecksBuilder AddPooling(
        this IHealthChecksBuilder builder,
        Action<PoolingHealthCheckOptions>? configure = null,
        string name = "pooling",
        HealthStatus failureStatus = HealthStatus.Degraded,
        IEnumerable<string>? tags = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(name);

        var options = new PoolingHealthCheckOptions();
        configure?.Invoke(options);
        builder.Services.AddKeyedSingleton(name, (services, _) =>
            new PoolingHealthCheck(options, services.GetService<TimeProvider>() ?? TimeProvider.System));
        return builder.Add(new HealthCheckRegistration(
            name, services => services.GetRequiredKeyedService<PoolingHealthCheck>(name), failureStatus, tags));
    }
}
