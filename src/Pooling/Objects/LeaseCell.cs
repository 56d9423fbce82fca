using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <summary>Holds the version of one leased item and its place: a thread's home cell, or a cell in a
/// magazine.</summary>
/// <remarks>
/// <para>A cell is the home cell of one thread (one for each thread and pool), or lies in magazines. The lowest three
/// bits of the version are the state. A lease is live exactly while its version equals the cell's.</para>
/// <list type="table">
/// <item><term>0</term><description>Home, free. Only the owning thread may lease it, by a plain store of
/// 1.</description></item>
/// <item><term>1</term><description>Home, leased: the version of a lease.</description></item>
/// <item><term>2</term><description>Home, ending: whoever ended the lease owns the cell, and stores 0 of the next round
/// or 3.</description></item>
/// <item><term>3</term><description>Refused: no home any more; its thread takes another cell.</description></item>
/// <item><term>4 to 6</term><description>In a magazine, or leased from one: the version of such a lease. Ending it adds
/// 1, so neither renting nor moving the cell stores anything.</description></item>
/// <item><term>7</term><description>Of a magazine, ending: whoever ended the lease owns the cell, and stores 4 of the
/// next round.</description></item>
/// </list>
/// <para>Invariant: versions only grow, in 64 bits, at home by a round of 8 for each lease: none is used twice. A lease
/// is ended by compare-and-swap, so only one of all its copies and threads succeeds.</para>
/// <para>Detaching: the owning thread, or the one that adopts a dead thread's items, takes a cell away from its home,
/// under the depot's lock. A free cell is taken at once. For a leased one, <c>_leaving</c> is set, then a process-wide
/// barrier runs, then the version is read. Whoever ends the lease stores 0 and then reads <c>_leaving</c>. At least one
/// of the two sees the other; if both do, one compare-and-swap decides who owns the cell. A late participant names the
/// version of its own lease, and so takes nothing from a home to which the cell has moved since.</para>
/// <para>Disposing the pool sets <c>_leaving</c> to closing, without a barrier. Leases that end afterwards go to the
/// disposed pool, which drops them. One that was just ending may still send its cell home: there its thread finds it,
/// which leaves the pool at its next access to any pool, or the thread that adopts it. A cell that comes home
/// (<see cref="ComeHome"/>) has no other holder, so <c>_leaving</c> starts at 0 again.</para>
/// <para>Who writes the version: in state 0, the owning thread or the adopting one; after a detach, the detaching
/// thread and whoever ends the last lease, by compare-and-swap. In state 1, whoever ends the lease, by
/// compare-and-swap. In 2 and 7, whoever ended it. From 4 on, whoever ends the lease, by compare-and-swap, or the
/// thread that has just leased the cell and takes it home before any other knows that lease. So each plain write has
/// one possible writer.</para>
/// </remarks>
internal abstract class LeaseCell
{
    /// <summary>The bits of a version that hold the state.</summary>
    internal const long StateMask = 7;

    /// <summary>The bit that is set in all states of a cell without a home, and the version of its first
    /// lease.</summary>
    internal const long InMagazine = 4;

    /// <summary>The state of a refused cell.</summary>
    internal const long Refused = 3;

    /// <summary>Stands for the home cell of a thread that may have one and has none.</summary>
    internal static readonly LeaseCell None = new Absent(Refused);

    internal long Version;

    private int _leaving; // 0, closing or detached; written under the depot's lock, or while nobody else has the cell

    private protected LeaseCell(long version) => Version = version;

    /// <summary>The name of the pool; <see langword="null"/> for a cell that stands for none.</summary>
    private protected virtual string? PoolName => null;

    /// <summary>The object that users have a reference to.</summary>
    internal virtual object Subject => this;

    /// <summary>Whether the cell is at home and not leased. May be outdated unless the caller may lease or detach
    /// it.</summary>
    internal bool IsFreeAtHome => (Volatile.Read(ref Version) & StateMask) == 0; // pairs with the write in TryGoHome

    /// <summary>Whether the thread of this home cell needs another one.</summary>
    internal bool IsRefused => (Volatile.Read(ref Version) & StateMask) == Refused; // pairs with the write in Refuse

    /// <inheritdoc cref="CellWord{TAtomics}.TryLease"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryLease(out long version) => CellWord<ProcessorAtomics>.TryLease(ref Version, out version);

    /// <inheritdoc cref="CellWord{TAtomics}.ComeHome"/>
    internal void ComeHome() => CellWord<ProcessorAtomics>.ComeHome(ref Version, ref _leaving);

    /// <summary>Turns a free home cell into one of a magazine. Called by its owning thread.</summary>
    internal void LeaveHome() => CellWord<ProcessorAtomics>.LeaveHome(ref Version);

    /// <inheritdoc cref="CellWord{TAtomics}.TryGoHome"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryGoHome(long version) => CellWord<ProcessorAtomics>.TryGoHome(ref Version, ref _leaving, version);

    /// <inheritdoc cref="CellWord{TAtomics}.EnterMagazine"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void EnterMagazine() => CellWord<ProcessorAtomics>.EnterMagazine(ref Version);

    /// <inheritdoc cref="CellWord{TAtomics}.Refuse"/>
    internal void Refuse(long version) => CellWord<ProcessorAtomics>.Refuse(ref Version, version);

    /// <inheritdoc cref="CellWord{TAtomics}.Close"/>
    internal void Close() => CellWord<ProcessorAtomics>.Close(ref _leaving);

    /// <inheritdoc cref="CellWord{TAtomics}.TryDetach"/>
    internal bool TryDetach() => CellWord<ProcessorAtomics>.TryDetach(ref Version, ref _leaving);

    /// <summary>Throws the exception for the use of a lease that has ended, or of the default value. Not generic, so
    /// that callers pass only the cell.</summary>
    [DoesNotReturn]
    internal static void ThrowEnded(LeaseCell? cell) =>
        throw EndedRental.Used(nameof(PooledLease<>), cell?.PoolName, cell?.Subject);

    private sealed class Absent(long version) : LeaseCell(version);
}

/// <summary>A leased item with its version.</summary>
/// <typeparam name="T">The item type.</typeparam>
internal sealed class LeaseCell<T> : LeaseCell, IDisposable where T : class
{
    internal readonly T Item;

    /// <summary>Leases the cell and takes it back. The cell itself only holds states.</summary>
    internal readonly LeaseSource<T> Source;

    internal LeaseCell(T item, LeaseSource<T> source)
        : base(InMagazine)
    {
        Item = item;
        Source = source;
    }

    private protected override string PoolName => Source.Store.Name;

    internal override object Subject => Item;

    /// <summary>Ends the lease of the given version and leaves the item to the caller, which returns it by
    /// <see cref="LeaseSource{T}.Return"/> or <see cref="LeaseSource{T}.TryKeep"/>.</summary>
    /// <returns><see langword="false"/> if the lease has already ended; nothing was done.</returns>
    /// <remarks>Releases the renter's writes to the item with the raised version and acquires nothing: the magazine, or
    /// the write that sends the cell home, orders the next renter.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryTake(long version) => CellWord<ProcessorAtomics>.TryTake(ref Version, version);

    /// <summary>Drops the item together with its cell.</summary>
    public void Dispose() => Source.Drop(Item);
}
