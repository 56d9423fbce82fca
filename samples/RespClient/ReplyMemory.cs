using System.Buffers;

namespace Pooling.Samples.RespClient;

/// <summary>Counts the memory of replies that are not disposed yet. Receiving waits while it is above the
/// limit.</summary>
/// <remarks>Any thread may return the arrays.</remarks>
/// <param name="maxBytes">The limit. The last reply may exceed it.</param>
/// <param name="arrays">The pool of the arrays.</param>
internal sealed class ReplyMemory(long maxBytes, ArrayPool<byte> arrays) : ArrayPool<byte>
{
    private const int Overhead = 128; // bytes of a reply beside its array: many short ones take memory, too

    private readonly Lock _gate = new();
    private TaskCompletionSource? _room; // completes when receiving may go on
    private long _held;
    private bool _isEnded;

    public long Held => Volatile.Read(ref _held);

    public override byte[] Rent(int minimumLength)
    {
        byte[] array = arrays.Rent(minimumLength);
        lock (_gate)
            _held += array.Length + Overhead;

        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        lock (_gate)
        {
            _held -= array.Length + Overhead;
            Wake();
        }

        arrays.Return(array, clearArray);
    }

    /// <summary>Returns a task that ends when the limit allows another reply.</summary>
    public Task WaitForRoomAsync()
    {
        lock (_gate)
        {
            return _held < maxBytes || _isEnded
                ? Task.CompletedTask
                : (_room ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
        }
    }

    /// <summary>Ends each wait: the connection has ended.</summary>
    public void End()
    {
        lock (_gate)
        {
            _isEnded = true;
            Wake();
        }
    }

    private void Wake()
    {
        if (_room is null || (_held >= maxBytes && !_isEnded))
            return;

        _room.SetResult();
        _room = null;
    }
}
