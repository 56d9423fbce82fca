namespace Pooling.Dispatch;

/// <summary>Collects the entries of a dispatcher and arranges them in a dense table, from the smallest opcode to the largest.</summary>
internal sealed class OpcodeTable<TEntry> where TEntry : class
{
    private readonly SortedDictionary<ushort, Registration> _registrations = [];
    private readonly List<string> _duplicates = [];

    /// <summary>Gets the number of opcodes.</summary>
    internal int Count => _registrations.Count;

    /// <summary>Creates the slot of an opcode.</summary>
    /// <param name="opcode">The opcode.</param>
    /// <param name="entry">The entry that parses and handles its packets.</param>
    /// <param name="states">The states in which it is allowed.</param>
    /// <param name="counter">The index of its counters: the position among the registered opcodes in ascending order.</param>
    internal delegate TSlot SlotMaker<out TSlot>(ushort opcode, TEntry entry, ulong states, int counter);

    /// <param name="opcode">The opcode.</param>
    /// <param name="states">The states in which the opcode is allowed.</param>
    /// <param name="entry">The entry that parses and handles its packets.</param>
    /// <param name="handler">The name of the handler, for the message about duplicates.</param>
    internal void Add(ushort opcode, ulong states, TEntry entry, string handler)
    {
        if (states == 0)
        {
            Throw.ArgumentOutOfRange(
                nameof(states), states, $"Opcode 0x{opcode:X4} would never be allowed. Specify at least one state.");
        }

        if (_registrations.TryGetValue(opcode, out Registration? first))
            _duplicates.Add($"0x{opcode:X4} by {first.Handler} and {handler}");
        else
            _registrations.Add(opcode, new Registration(entry, states, handler));
    }

    /// <summary>Creates the counters of the opcodes, after checking for duplicates.</summary>
    internal DispatchCounters CreateCounters()
    {
        if (_duplicates.Count != 0)
            Throw.InvalidOperation($"Each opcode can have only one handler. Duplicates: {string.Join("; ", _duplicates)}.");

        return new DispatchCounters([.. _registrations.Keys]);
    }

    internal TSlot[] Build<TSlot>(SlotMaker<TSlot> makeSlot, out ushort first) where TSlot : struct
    {
        first = 0;
        if (_registrations.Count == 0)
            return [];

        first = _registrations.Keys.First();
        var slots = new TSlot[_registrations.Keys.Last() - first + 1];
        int counter = 0;
        foreach (KeyValuePair<ushort, Registration> registration in _registrations)
            slots[registration.Key - first] = makeSlot(registration.Key, registration.Value.Entry, registration.Value.States, counter++);

        return slots;
    }

    private sealed record Registration(TEntry Entry, ulong States, string Handler);
}
