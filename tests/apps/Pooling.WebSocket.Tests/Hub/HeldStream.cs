namespace Pooling.WebSockets.Hub;

/// <summary>A stream whose peer sends data and ends, and accepts a write only on request. Any thread.</summary>
/// <param name="received">The data to read.</param>
/// <param name="endsAtOnce">Whether the peer ends without a request.</param>
internal sealed class HeldStream(byte[] received, bool endsAtOnce = true) : Stream
{
    private readonly MemoryStream _received = new(received);
    private readonly TaskCompletionSource _taken = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _writes;

    /// <summary>Gets the number of writes that have begun.</summary>
    public int Writes => Volatile.Read(ref _writes);

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>Accepts the current write and all later ones, and ends.</summary>
    public void Take() => _taken.SetResult();

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        int count = await _received.ReadAsync(buffer, cancellationToken);
        if (count == 0 && !endsAtOnce)
            await _taken.Task;

        return count;
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Interlocked.Increment(ref _writes);
        return new ValueTask(_taken.Task);
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
