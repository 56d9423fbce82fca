using System.Threading.Tasks.Sources;

namespace Pooling.Extensions;

/// <summary>A sequence of one value, each item of which waits until a test releases it, and which allocates
/// nothing.</summary>
internal sealed class SteppedSequence<T>(T item) : IAsyncEnumerable<T>, IAsyncEnumerator<T>, IValueTaskSource<bool>
{
    private ManualResetValueTaskSourceCore<bool> _next;

    public T Current => item;

    public IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default) => this;

    public ValueTask<bool> MoveNextAsync() => new(this, _next.Version);

    public ValueTask DisposeAsync() => default;

    /// <summary>Gives the consumer, which waits, the item, or the end.</summary>
    internal void Release(bool isItem) => _next.SetResult(isItem);

    bool IValueTaskSource<bool>.GetResult(short token)
    {
        bool isItem = _next.GetResult(token);
        _next.Reset();
        return isItem;
    }

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _next.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _next.OnCompleted(continuation, state, token, flags);
}
