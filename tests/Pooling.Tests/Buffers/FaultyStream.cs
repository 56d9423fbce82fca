using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>A stream whose every write throws, or stalls until it is cancelled.</summary>
internal sealed class FaultyStream : WriteOnlyDouble
{
    internal int Writes { get; private set; }

    /// <summary>Whether an asynchronous write waits for its cancellation instead of throwing.</summary>
    internal bool Stalls { get; set; }

    public override void Write(byte[] buffer, int offset, int count)
    {
        Writes++;
        throw new InjectedFaultException(nameof(Write));
    }

    public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        Writes++;
        await Task.Yield();
        if (!Stalls)
            throw new InjectedFaultException(nameof(WriteAsync));

        await Task.Delay(Timeout.Infinite, cancellationToken);
    }
}
