namespace Pooling.Dispatch;

/// <summary>Collects the entries of a dispatcher in the order in which they are added, for a dense table from the
/// smallest opcode to the largest.</summary>
/// <remarks>Not generic, without sorting and without strings: a program has one dispatcher, whose first use is a part
/// of its start. Each instantiation of a generic collection takes longer to compile than all of this takes to
/// run.</remarks>
internal sealed class OpcodeTable
{
    private const int SmallestLength = 16;

    /// <summary>The smallest opcode; 0 if there is none. Written here only, as the next two.</summary>
    internal ushort First;

    /// <summary>The number of entries.</summary>
    internal int Count;

    /// <summary>The entries, in the order in which they were added. The position of each is the index of its
    /// counters.</summary>
    internal OpcodeRegistration[] Registrations = [];

    private ushort _last;

    /// <summary>The number of opcodes from the smallest to the largest.</summary>
    internal int Length => Count == 0 ? 0 : _last - First + 1;

    /// <param name="opcode">The opcode.</param>
    /// <param name="states">The states in which the opcode is allowed.</param>
    /// <param name="entry">The entry that parses and handles its packets.</param>
    /// <param name="handler">The type of the handler or the delegate, for the message about duplicates.</param>
    internal void Add(ushort opcode, ulong states, object entry, object handler)
    {
        if (states == 0)
        {
            Throw.ArgumentOutOfRange(
                nameof(states), states, $"Opcode 0x{opcode:X4} would never be allowed. Specify at least one state.");
        }

        int count = Count;
        if (count == Registrations.Length)
        {
            var larger = new OpcodeRegistration[Math.Max(SmallestLength, 2 * count)];
            Array.Copy(Registrations, larger, count);
            Registrations = larger;
        }

        Registrations[count] = new OpcodeRegistration(opcode, states, entry, handler);
        First = count == 0 || opcode < First ? opcode : First;
        _last = count == 0 || opcode > _last ? opcode : _last;
        Count = count + 1;
    }

    /// <summary>Creates the counters of the opcodes.</summary>
    /// <exception cref="InvalidOperationException">An opcode was added more than once.</exception>
    internal DispatchCounters CreateCounters()
    {
        int others = Count;
        var slotOf = new int[Length];
        for (int i = 0; i < slotOf.Length; i++)
            slotOf[i] = others;

        List<string>? duplicates = null;
        for (int i = 0; i < Count; i++)
        {
            ref int slot = ref slotOf[Registrations[i].Opcode - First];
            if (slot == others)
                slot = i;
            else
                NoteDuplicate(Registrations[slot], Registrations[i], ref duplicates);
        }

        if (duplicates is not null)
        {
            Throw.InvalidOperation(
                $"Each opcode can have only one handler. Duplicates: {string.Join("; ", duplicates)}.");
        }

        return new DispatchCounters(First, slotOf, Count);
    }

    private static void NoteDuplicate(
        in OpcodeRegistration first, in OpcodeRegistration second, ref List<string>? duplicates) =>
        (duplicates ??= []).Add($"0x{second.Opcode:X4} by {first.HandlerName} and {second.HandlerName}");
}
