namespace Pooling.JsonExport;

/// <summary>Counts the written bytes, and refuses the k-th write.</summary>
internal sealed class FaultyStream(int failingCall) : Stream
{
    public int Calls { get; private set; }

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

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => Count();

    public override void Write(ReadOnlySpan<byte> buffer) => Count();

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Count();
        return default;
    }

    private void Count()
    {
        if (++Calls == failingCall)
            throw new IOException("The target refuses.");
    }
}
