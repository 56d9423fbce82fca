using System.Diagnostics.CodeAnalysis;

namespace Pooling.GameServer.After;

/// <summary>Idle arrays of one size, and their minimum number since the last trim, which is the number that was not needed. Any
/// thread.</summary>
internal sealed class ArrayStack(int capacity)
{
    private readonly Lock _lock = new();
    private byte[]?[] _arrays = [];
    private int _count;
    private int _fewest;

    public long RetainedBytes
    {
        get
        {
            lock (_lock)
                return _count == 0 ? 0 : (long)_count * _arrays[0]!.Length;
        }
    }

    public bool TryPop([NotNullWhen(true)] out byte[]? array)
    {
        lock (_lock)
        {
            array = null;
            if (_count == 0)
                return false;

            array = _arrays[--_count]!;
            _arrays[_count] = null;
            _fewest = Math.Min(_fewest, _count);
            return true;
        }
    }

    /// <summary>Keeps an array if there is room.</summary>
    public void Push(byte[] array)
    {
        lock (_lock)
        {
            if (_count == capacity)
                return;

            if (_count == _arrays.Length)
                Array.Resize(ref _arrays, Math.Min(capacity, Math.Max(16, 2 * _count)));

            _arrays[_count++] = array;
        }
    }

    /// <summary>Drops the arrays that were idle all the time since the last trim.</summary>
    /// <param name="least">The minimum number of arrays to keep.</param>
    public void Trim(int least)
    {
        lock (_lock)
        {
            int idle = Math.Max(0, Math.Min(_fewest, _count - least));
            _count -= idle;
            Array.Clear(_arrays, _count, idle);
            _fewest = _count;
        }
    }
}
