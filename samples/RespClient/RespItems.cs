namespace Pooling.Samples.RespClient;

/// <summary>The items of an array, one after the other, for <c>foreach</c>.</summary>
internal ref struct RespItems
{
    private ReadOnlySpan<byte> _rest;
    private long _left;

    public RespItems(ReadOnlySpan<byte> items, long count)
    {
        _rest = items;
        _left = count;
    }

    public RespValue Current { get; private set; }

    public readonly RespItems GetEnumerator() => this;

    public bool MoveNext()
    {
        if (_left <= 0)
            return false;

        _left--;
        Current = RespValue.Read(_rest);
        _rest = RespValue.Skip(_rest);
        return true;
    }
}
