using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>A stream whose every write throws, or stalls until it is cancelled.</summary>
internal sealed class FaultyStream : Stream
{
    internal int Writes { get; private set; }

    /// <summary>Whether an asynchronous write waits for its cancellation instead of throwing.</summary>
    internal bool Stalls { get; set; }

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

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
