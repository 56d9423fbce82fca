using Pooling.Doubles;

namespace Pooling.Json;

/// <summary>A stream that returns a few bytes at a time, and throws, stalls or calls back on request.</summary>
internal sealed class SourceStream(byte[] bytes, int most) : Stream
{
    private int _position;
    private int _reads;

    /// <summary>Gets or sets the number of the read that throws, counted from 1; 0 for none.</summary>
    internal int ThrowAt { get; set; }

    /// <summary>Gets or sets the number of the asynchronous read that waits until it is canceled, counted from 1; 0 for none.</summary>
    internal int StallAt { get; set; }

    /// <summary>Gets or sets whether every asynchronous read completes on another thread, after its caller has continued.</summary>
    internal bool Hops { get; set; }

    /// <summary>Gets or sets a callback within each read.</summary>
    internal Action? OnRead { get; set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Flush() => throw new NotSupportedException();

    public override int Read(byte[] buffer, int offset, int count)
    {
        if (++_reads == ThrowAt)
            throw new InjectedFaultException(nameof(Read));

        OnRead?.Invoke();
        int read = Math.Min(Math.Min(count, most), bytes.Length - _position);
        Array.Copy(bytes, _position, buffer, offset, read);
        _position += read;
        return read;
    }

    public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        if (_reads + 1 == StallAt)
            await Task.Delay(Timeout.Infinite, cancellationToken);

        if (Hops)
            await new NewThread();

        return Read(buffer, offset, count);
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
