using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Pooling.Extensions;

namespace Microsoft.Extensions.DependencyInjection;

/// <content>Registers the pool of the server.</content>
public static partial class PoolingServiceCollectionExtensions
{
    static partial void AddKestrel(IServiceCollection services) => services.Replace(
        ServiceDescriptor.Singleton<IMemoryPoolFactory<byte>>(static provider => new KestrelMemoryPoolFactory(provider)));
}
