using System.Threading.Channels;

namespace Pooling.Internal.Polyfills;

/// <summary>A channel reader that implements its own loop. On .NET Standard 2.0 a reader has none.</summary>
/// <typeparam name="T">The item type.</typeparam>
internal abstract class EnumeratedReader<T> : ChannelReader<T>
{
#if !NETSTANDARD2_0
    public sealed override IAsyncEnumerable<T> ReadAllAsync(CancellationToken cancellationToken = default) =>
        ReadAll(cancellationToken);
#endif

    protected abstract IAsyncEnumerable<T> ReadAll(CancellationToken cancellationToken);
}
