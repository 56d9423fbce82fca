namespace Pooling.Doubles;

/// <summary>A stream that throws on chosen calls, before or after they did their work, or stalls them until they are canceled.</summary>
/// <param name="inner">The stream that does the work. It is disposed of with this one.</param>
/// <param name="plan">The plan that decides which read, write or flush throws.</param>
/// <remarks>Every asynchronous call ends on another thread if <see cref="Yields"/> is set, and otherwise on the caller's.</remarks>
internal sealed class FaultyStream(Stream inner, FaultPlan plan) : Stream
{
    /// <summary>Initializes a stream of which every write throws before its work.</summary>
    internal FaultyStream()
        : this(new MemoryStream(), new FaultPlan { Choose = static _ => FaultMoment.Before })
    {
    }

    /// <summary>Gets or sets a value that indicates whether asynchronous calls continue later, on another thread.</summary>
    internal bool Yields { get; init; } = true;

    /// <summary>Gets or sets a value that indicates whether a chosen asynchronous call waits for its cancellation instead of
    /// throwing.</summary>
    internal bool Stalls { get; init; }

    /// <summary>Gets the number of writes so far, including those that threw.</summary>
    internal int Writes { get; private set; }

    /// <inheritdoc/>
    public override bool CanRead => inner.CanRead;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => inner.CanWrite;

    /// <inheritdoc/>
    public override long Length => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count)
    {
        int call = plan.Enter(nameof(Read));
        int read = inner.Read(buffer, offset, count);
        plan.Leave(call, nameof(Read));
        return read;
    }

    /// <inheritdoc/>
    public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        int call = await EnterAsync(nameof(ReadAsync), cancellationToken).ConfigureAwait(false);
        int read = inner.Read(buffer, offset, count);
        await LeaveAsync(call, nameof(ReadAsync), cancellationToken).ConfigureAwait(false);
        return read;
    }

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count)
    {
        Writes++;
        int call = plan.Enter(nameof(Write));
        inner.Write(buffer, offset, count);
        plan.Leave(call, nameof(Write));
    }

    /// <inheritdoc/>
    public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        Writes++;
        int call = await EnterAsync(nameof(WriteAsync), cancellationToken).ConfigureAwait(false);
        inner.Write(buffer, offset, count);
        await LeaveAsync(call, nameof(WriteAsync), cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public override void Flush() => plan.Pass(nameof(Flush));

    /// <inheritdoc/>
    public override async Task FlushAsync(CancellationToken cancellationToken)
    {
        int call = await EnterAsync(nameof(FlushAsync), cancellationToken).ConfigureAwait(false);
        await LeaveAsync(call, nameof(FlushAsync), cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
            inner.Dispose();

        base.Dispose(disposing);
    }

    private async Task<int> EnterAsync(string member, CancellationToken cancellationToken)
    {
        if (Yields)
            await new NewThread();

        try
        {
            return plan.Enter(member);
        }
        catch (InjectedFaultException) when (Stalls)
        {
            await Task.Delay(Timeout.Infinite, cancellationToken).ConfigureAwait(false);
            throw;
        }
    }

    private async Task LeaveAsync(int call, string member, CancellationToken cancellationToken)
    {
        try
        {
            plan.Leave(call, member);
        }
        catch (InjectedFaultException) when (Stalls)
        {
            await Task.Delay(Timeout.Infinite, cancellationToken).ConfigureAwait(false);
            throw;
        }
    }
}
