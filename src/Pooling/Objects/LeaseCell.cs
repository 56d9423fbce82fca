using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <summary>The version of one leased item, and where it belongs: what a thread keeps as its home cell, or a magazine holds.</summary>
/// <remarks>
/// <para>A cell belongs to a thread (it is at home there, one for each thread and pool) or to nobody: then it lies in magazines. The lowest
/// three bits of the version are the state, and each lease has a version of its own: a lease is live exactly while its version equals the
/// cell's.</para>
/// <list type="table">
/// <item><term>0</term><description>home, free: only the thread that it belongs to may lease it, by a plain store of 1</description></item>
/// <item><term>1</term><description>home, leased: the version of a lease</description></item>
/// <item><term>2</term><description>home, ending: who ended the lease has the cell alone, and stores 0 of the next round or 3</description>
/// </item>
/// <item><term>3</term><description>refused: no home any more, its thread takes another one</description></item>
/// <item><term>4 to 6</term><description>in a magazine, or leased out of one: the version of such a lease. Ending it adds 1, so neither
/// renting nor moving stores anything</description></item>
/// <item><term>7</term><description>of a magazine, ending: who ended the lease has the cell alone, and stores 4 of the next
/// round</description></item>
/// </list>
/// <para>Invariant: versions only grow, with each lease, by a round of 8 at home, in 64 bits: none ever comes twice. A lease ends by
/// compare-and-swap, so of all copies and threads one succeeds.</para>
/// <para>Detaching: only the thread itself, or who adopts what a dead thread has left, takes a cell from its home, under the depot's lock.
/// A free one is taken at once. Of one that is leased, <c>_leaving</c> is set, then comes a process-wide barrier, then the version is
/// looked at; who ends the lease stores 0, then looks at <c>_leaving</c>. One of the two sees the other, and if both do,
/// one compare-and-swap has one winner, who has the cell. Who is late with that swap names the version of its own lease, and takes nothing
/// from a home that the cell has come to since.</para>
/// <para>The end of the pool sets <c>_leaving</c> to closing, without a barrier: leases that end from then on go to the disposed pool,
/// which drops them; one that was ending just then may still send its cell home, where its thread, which leaves the pool at its next
/// access to any, or who adopts what it leaves finds it. A cell that comes home (<see cref="ComeHome"/>) was leased out of a magazine by
/// the calling thread: nobody else has it, so <c>_leaving</c> starts again at 0.</para>
/// <para>Who writes the version: in 0 the thread that the cell belongs to, or who adopts; once it is detached, only who detached it and who
/// ended its last lease, by compare-and-swap. In 1 who ends the lease, by compare-and-swap. In 2 and 7 who ended it. From 4 on who
/// ends the lease, by compare-and-swap, or who has just leased it and takes it home, before anybody else knows that lease. So each
/// plain write is that of the only one who may write.</para>
/// </remarks>
internal abstract class LeaseCell
{
    /// <summary>The bits of a version that are the state.</summary>
    internal const long StateMask = 7;

    /// <summary>The bit of all states of a cell that belongs to no thread, and the version of its first lease.</summary>
    internal const long InMagazine = 4;

    /// <summary>The state of a refused cell.</summary>
    internal const long Refused = 3;

    /// <summary>What a thread has that may take a home cell and has none.</summary>
    internal static readonly LeaseCell None = new Absent(Refused);

    /// <summary>What a thread has in a pool that keeps no cells at home: never free, and never to be replaced.</summary>
    internal static readonly LeaseCell Never = new Absent(1);

    internal long Version;

    private int _leaving; // 0, closing or detached; written under the depot's lock only, or while nobody else has the cell

    private protected LeaseCell(long version) => Version = version;

    /// <summary>Whether it lies at home, and no lease is live. That of a moment ago unless the caller may lease or detach it.</summary>
    internal bool IsFreeAtHome => (Volatile.Read(ref Version) & StateMask) == 0; // pairs with the write in TryGoHome

    /// <summary>Whether the thread that has it as its home cell needs another one.</summary>
    internal bool IsRefused => (Volatile.Read(ref Version) & StateMask) == Refused; // pairs with the write in Refuse

    /// <inheritdoc cref="CellWord{TAtomics}.TryLease"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryLease(out long version) => CellWord<ProcessorCellAtomics>.TryLease(ref Version, out version);

    /// <inheritdoc cref="CellWord{TAtomics}.ComeHome"/>
    internal void ComeHome() => CellWord<ProcessorCellAtomics>.ComeHome(ref Version, ref _leaving);

    /// <summary>Makes a free home cell one of a magazine. Called by the thread that it belongs to.</summary>
    internal void LeaveHome() => CellWord<ProcessorCellAtomics>.LeaveHome(ref Version);

    /// <inheritdoc cref="CellWord{TAtomics}.TryGoHome"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryGoHome(long version) => CellWord<ProcessorCellAtomics>.TryGoHome(ref Version, ref _leaving, version);

    /// <inheritdoc cref="CellWord{TAtomics}.EnterMagazine"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void EnterMagazine() => CellWord<ProcessorCellAtomics>.EnterMagazine(ref Version);

    /// <inheritdoc cref="CellWord{TAtomics}.Refuse"/>
    internal void Refuse(long version) => CellWord<ProcessorCellAtomics>.Refuse(ref Version, version);

    /// <inheritdoc cref="CellWord{TAtomics}.Close"/>
    internal void Close() => CellWord<ProcessorCellAtomics>.Close(ref _leaving);

    /// <inheritdoc cref="CellWord{TAtomics}.TryDetach"/>
    internal bool TryDetach() => CellWord<ProcessorCellAtomics>.TryDetach(ref Version, ref _leaving);

    private sealed class Absent(long version) : LeaseCell(version);
}

/// <summary>One leased item with its version.</summary>
/// <typeparam name="T">The item type.</typeparam>
internal sealed class LeaseCell<T> : LeaseCell, IDisposable where T : class
{
    internal readonly T Item;
    private readonly LeaseSource<T> _source;

    internal LeaseCell(T item, LeaseSource<T> source)
        : base(InMagazine)
    {
        Item = item;
        _source = source;
    }

    /// <summary>Ends the lease of the given version and sends the item back.</summary>
    /// <returns><see langword="false"/> if that lease has ended before; nothing was done.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryEnd(long version) => _source.TryEnd(this, version);

    /// <summary>Ends the lease of the given version and leaves the item to the caller, who sends it back with
    /// <see cref="EndTaken"/> or <see cref="TryKeep"/>.</summary>
    /// <returns><see langword="false"/> if that lease has ended before; nothing was done.</returns>
    /// <remarks>Releases the renter's writes to the item with the raised version, and acquires nothing: the next renter is ordered by the
    /// magazine, or by the write that sends the cell home.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryTake(long version) => CellWord<ProcessorCellAtomics>.TryTake(ref Version, version);

    /// <summary>Sends back the item whose lease <see cref="TryTake"/> has ended.</summary>
    internal void EndTaken(long version) => _source.Return(this, version);

    /// <summary>Sends a cell whose item is reset already where the next lease finds it, if that is as simple as it mostly is.</summary>
    /// <returns><see langword="false"/> if it was not: go on with <see cref="EndTaken"/>.</returns>
    internal bool TryKeep(long version) => TryGoHome(version) || _source.Store.TryPushCell(this);

    /// <summary>Lets the item go with its cell.</summary>
    public void Dispose() => _source.Drop(Item);
}
