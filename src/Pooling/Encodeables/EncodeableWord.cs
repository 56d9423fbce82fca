using System.Runtime.CompilerServices;

namespace Pooling.Encodeables;

/// <summary>Who holds a pooled object, in 3 bits, beside 29 bits of a version that each end of a rental raises.</summary>
/// <remarks>
/// <para>States: <see cref="Unheld"/> is an object in its pool or in a scope, which keeps its own list of what it holds. All others are
/// outside any scope: held by a <see cref="Token"/>, <see cref="Bare"/>, a <see cref="Part"/> of another object that it was
/// moved out of a scope with, or <see cref="Kept"/> by a list. Three values are free.</para>
/// <para>Invariant: an object is in its pool, in one scope, or has one holder. Who takes it from a pool or a scope is alone with it, and
/// writes the holder by a plain store. Only the holder ends that: a token with the very word that it was made with; a bare one by its
/// reference, or by the object that it was put into; a part by the object that it was moved out of a scope with; a kept one by its
/// list. Each does it by compare-and-swap, since copies of a token may race, and so may two objects that refer to the same one; the word
/// after it has a new version, which no handle has seen. A list that uses and resets what it keeps changes no word.</para>
/// <para>Order: ending releases the holder's writes. The next holder is ordered behind them by the pool that the object goes
/// through.</para>
/// </remarks>
internal static class EncodeableWord
{
    internal const int Unheld = 0;
    internal const int Token = 1;
    internal const int Bare = 2;
    internal const int Part = 3;
    internal const int Kept = 4;

    /// <summary>What follows the last version. No handle may ever see the first one again, so that the object is dropped.</summary>
    internal const int WrappedAround = 0;

    private const int Holders = 7;

    internal static int HolderOf(int word) => word & Holders;

    /// <summary>The word after the end of a rental: nobody holds the object, and the version is the next one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int After(int word) => unchecked((word | Holders) + 1);
}

/// <summary>The steps from holder to holder.</summary>
/// <typeparam name="TAtomics">How memory is accessed.</typeparam>
internal static class EncodeableWord<TAtomics> where TAtomics : struct, IWordAtomics
{
    /// <summary>Gives an object that the caller alone has to its first holder.</summary>
    /// <returns>The word, which is what a token remembers.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Give(ref int word, int holder)
    {
        int held = default(TAtomics).Read(ref word) + holder;
        default(TAtomics).Write(ref word, held);
        return held;
    }

    /// <summary>Makes an object that the caller alone has a part of the graph of a mark.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void GiveToGraph(ref int word, ref int slot, int mark)
    {
        // before the word: who sees a part sees its mark, or an older one, which no graph alive has
        default(TAtomics).Write(ref slot, mark);
        Give(ref word, EncodeableWord.Part);
    }

    /// <summary>Ends what a token holds.</summary>
    /// <returns><see langword="false"/> if that has ended before; nothing was done.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryEndToken(ref int word, int token) =>
        default(TAtomics).CompareExchange(ref word, EncodeableWord.After(token), token); // of all copies and threads one succeeds

    /// <summary>Ends what a bare reference holds.</summary>
    /// <returns><see langword="false"/> if the object is not held so, or another thread was faster; nothing was done.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryEndBare(ref int word)
    {
        int held = default(TAtomics).ReadAcquire(ref word); // pairs with the compare-and-swaps, here and in TryEndNested
        return EncodeableWord.HolderOf(held) == EncodeableWord.Bare
            && default(TAtomics).CompareExchange(ref word, EncodeableWord.After(held), held);
    }

    /// <summary>Ends what a list holds.</summary>
    /// <returns><see langword="false"/> if no list holds the object, or another thread was faster; nothing was done.</returns>
    internal static bool TryEndKept(ref int word)
    {
        int held = default(TAtomics).ReadAcquire(ref word); // pairs with the write in Give, and with the compare-and-swaps
        return EncodeableWord.HolderOf(held) == EncodeableWord.Kept
            && default(TAtomics).CompareExchange(ref word, EncodeableWord.After(held), held);
    }

    /// <summary>Hands what a list holds to a token. No token had the version yet: the list has had the object since the version
    /// began.</summary>
    /// <returns>The word that the token remembers, or <see cref="EncodeableWord.WrappedAround"/> if no list holds the object, or another
    /// thread was faster; nothing was done then.</returns>
    internal static int TryMoveKeptToToken(ref int word)
    {
        int held = default(TAtomics).ReadAcquire(ref word); // pairs with the write in Give, and with the compare-and-swaps
        int token = held - EncodeableWord.Kept + EncodeableWord.Token;
        return EncodeableWord.HolderOf(held) == EncodeableWord.Kept && default(TAtomics).CompareExchange(ref word, token, held)
            ? token
            : EncodeableWord.WrappedAround;
    }

    /// <summary>Ends what an object that is taken back holds: a part of its graph, or a bare object that was put into it.</summary>
    /// <returns><see langword="false"/> if somebody else holds the object, or another thread was faster; nothing was done.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryEndNested(ref int word, ref int slot, int mark)
    {
        int held = default(TAtomics).ReadAcquire(ref word); // pairs with the write in Give, and with the compare-and-swaps
        int holder = EncodeableWord.HolderOf(held);
        return (holder == EncodeableWord.Part ? default(TAtomics).Read(ref slot) == mark : holder == EncodeableWord.Bare)
            && default(TAtomics).CompareExchange(ref word, EncodeableWord.After(held), held);
    }
}
