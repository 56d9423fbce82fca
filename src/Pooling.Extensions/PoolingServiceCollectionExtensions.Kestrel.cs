using Microsoft.AspNetCore.Connections;
using Pooling.Extensions;

namespace Microsoft.Extensions.DependencyInjection;

/// <content>Registers the pool of the server.</content>
public static partial class PoolingServiceCollectionExtensions
{
    private static readonly Func<IServiceProvider, IMemoryPoolFactory<byte>> s_createFactory =
        static provider => new KestrelMemoryPoolFactory(provider);

    // The last one counts: that of the server, which may be registered already and be wanted back, or this one.
    static partial void UseForKestrel(IServiceCollection services, PoolRegistry registry)
    {
        ServiceDescriptor? current = services.LastOrDefault(static service =>
            !service.IsKeyedService && service.ServiceType == typeof(IMemoryPoolFactory<byte>));
        bool isOurs = current?.ImplementationFactory == s_createFactory;
        if (isOurs == registry.IsForKestrel)
            return;

        if (current is not null)
            services.Remove(current);

        ServiceDescriptor? next = isOurs ? registry.KestrelBefore : ServiceDescriptor.Singleton(s_createFactory);
        registry.KestrelBefore = current;
        if (next is not null)
            services.Add(next);
    }
}
