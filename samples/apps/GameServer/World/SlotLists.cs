namespace Pooling.GameServer.World;

/// <summary>A list of slots for each square, oldest first, as circular linked lists in two arrays. A slot is in at most one list.</summary>
internal sealed class SlotLists
{
    public const int None = -1;

    private readonly int[] _first;
    private readonly int[] _counts;
    private int[] _next = [];
    private int[] _previous = []; // of the first one: the last one

    public SlotLists(int cells)
    {
        _first = new int[cells];
        _counts = new int[cells];
        Array.Fill(_first, None);
    }

    public int Count(int cell) => _counts[cell];

    public int First(int cell) => _first[cell];

    /// <summary>Returns the slot after another one; <see cref="None"/> after the last one.</summary>
    /// <param name="slot">The other one.</param>
    /// <param name="first">The first of its list.</param>
    public int Next(int slot, int first)
    {
        int next = _next[slot];
        return next == first ? None : next;
    }

    public void Add(int cell, int slot)
    {
        int first = _first[cell];
        if (first == None)
        {
            _first[cell] = _next[slot] = _previous[slot] = slot;
        }
        else
        {
            int last = _previous[first];
            _next[slot] = first;
            _previous[slot] = last;
            _next[last] = _previous[first] = slot;
        }

        _counts[cell]++;
    }

    public void Remove(int cell, int slot)
    {
        int next = _next[slot];
        int previous = _previous[slot];
        if (next == slot)
        {
            _first[cell] = None;
        }
        else
        {
            _next[previous] = next;
            _previous[next] = previous;
            if (_first[cell] == slot)
                _first[cell] = next;
        }

        _counts[cell]--;
    }

    /// <summary>Makes room for more slots.</summary>
    public void Grow(int slots)
    {
        Array.Resize(ref _next, slots);
        Array.Resize(ref _previous, slots);
    }
}
