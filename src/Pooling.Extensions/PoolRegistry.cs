using Microsoft.Extensions.DependencyInjection;

namespace Pooling.Extensions;

/// <summary>The state that all calls share which add pools to one collection of services.</summary>
internal sealed class PoolRegistry
{
    /// <summary>Gets the names of the pools of objects, each of which may have a section in the
    /// configuration.</summary>
    internal HashSet<string> ObjectPools { get; } = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Gets or sets a value that indicates whether the pools of <c>AddPooling</c> were added.</summary>
    internal bool HasDefaults { get; set; }

    /// <summary>Gets or sets a value that indicates whether the server takes its memory from the pool.</summary>
    internal bool IsForKestrel { get; set; } = true;

    /// <summary>Gets or sets what gave the server its memory before.</summary>
    internal ServiceDescriptor? KestrelBefore { get; set; }

    /// <summary>Returns the registry of a collection of services, and adds it the first time.</summary>
    internal static PoolRegistry Of(IServiceCollection services)
    {
        foreach (ServiceDescriptor service in services)
        {
            if (service.ServiceType == typeof(PoolRegistry))
                return (PoolRegistry)service.ImplementationInstance!;
        }

        var registry = new PoolRegistry();
        services.AddSingleton(registry);
        return registry;
    }
}
