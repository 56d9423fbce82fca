namespace Pooling.Extensions;

/// <summary>A stream that takes nothing until it is told to.</summary>
internal sealed class HeldStream : MemoryStream
{
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);

    internal ReadOnlySpan<byte> Written => GetBuffer().AsSpan(0, (int)Length);

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        await _released.Task;
        Write(buffer.Span);
    }

    internal void Release() => _released.SetResult();

    internal void Fail(Exception exception) => _released.SetException(exception);
}
