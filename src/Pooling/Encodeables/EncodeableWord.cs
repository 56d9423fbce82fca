using System.Runtime.CompilerServices;

namespace Pooling.Encodeables;

/// <summary>The holder of a pooled object in 3 bits, next to a 29-bit version that is raised at the end of each
/// rental.</summary>
/// <remarks>
/// <para>States: <see cref="Unheld"/> is an object in its pool or in a scope, which keeps its own list of its objects.
/// All other states are outside of any scope: held by a <see cref="Token"/>, <see cref="Bare"/>, a <see cref="Part"/>
/// of another object with which it was moved out of a scope, or <see cref="Kept"/> by a list. Three values are
/// unused.</para>
/// <para>Invariant: an object is in its pool, in one scope, or has one holder. Whoever takes it from a pool or a scope
/// is its only user, and writes the holder by a plain store. Only the holder ends that state: a token with exactly the
/// word with which it was created; a bare object by its reference, or by the object in which it was stored; a part by
/// the object with which it was moved out of a scope; a kept object by its list. Each does so by compare-and-swap,
/// because copies of a token may race, as may two objects that refer to the same one. The new word has a new version,
/// which no handle has seen. A list that uses and resets its kept parts does not change their words. A scope ends
/// nothing but its own: what is bare and was stored in one of its objects stays bare.</para>
/// <para>Order: ending a rental releases the holder's writes. The pool that the object passes through orders the next
/// holder after them.</para>
/// </remarks>
internal static class EncodeableWord
{
    internal const int Unheld = 0;
    internal const int Token = 1;
    internal const int Bare = 2;
    internal const int Part = 3;
    internal const int Kept = 4;

    /// <summary>The word after the last version. No handle may see the first version again, so the object is
    /// dropped.</summary>
    internal const int WrappedAround = 0;

    private const int Holders = 7;

    internal static int HolderOf(int word) => word & Holders;

    /// <summary>Returns the word after the end of a rental: the object has no holder, and the next version.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int After(int word) => unchecked((word | Holders) + 1);
}

/// <summary>Implements the transitions from holder to holder.</summary>
/// <typeparam name="TAtomics">The way in which memory is accessed.</typeparam>
internal static class EncodeableWord<TAtomics> where TAtomics : struct, IAtomics
{
    /// <summary>Assigns an object that only the caller has to its first holder.</summary>
    /// <returns>The word, which a token stores.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Give(ref int word, int holder)
    {
        int held = default(TAtomics).Read(ref word) + holder;
        default(TAtomics).WriteRelease(ref word, held);
        return held;
    }

    /// <summary>Makes an object that only the caller has a part of the graph with the given mark.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void GiveToGraph(ref int word, ref int slot, int mark)
    {
        // before the word: a thread that sees a part sees its mark, or an older one, which no live graph has
        default(TAtomics).WriteRelease(ref slot, mark);
        Give(ref word, EncodeableWord.Part);
    }

    /// <summary>Ends the rental of a token.</summary>
    /// <returns><see langword="false"/> if it has already ended; nothing was done.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryEndToken(ref int word, int token) =>
        // one of all copies and threads succeeds
        default(TAtomics).CompareExchange(ref word, EncodeableWord.After(token), token);

    /// <summary>Ends the rental of a bare reference.</summary>
    /// <returns><see langword="false"/> if the object is not held by a bare reference, or another thread was faster;
    /// nothing was done.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryEndBare(ref int word)
    {
        // pairs with the compare-and-swaps, here and in TryEndNested
        int held = default(TAtomics).ReadAcquire(ref word);
        return EncodeableWord.HolderOf(held) == EncodeableWord.Bare
            && default(TAtomics).CompareExchange(ref word, EncodeableWord.After(held), held);
    }

    /// <summary>Ends what a list holds.</summary>
    /// <returns><see langword="false"/> if no list holds the object, or another thread was faster; nothing was
    /// done.</returns>
    internal static bool TryEndKept(ref int word)
    {
        // pairs with the write in Give, and with the compare-and-swaps
        int held = default(TAtomics).ReadAcquire(ref word);
        return EncodeableWord.HolderOf(held) == EncodeableWord.Kept
            && default(TAtomics).CompareExchange(ref word, EncodeableWord.After(held), held);
    }

    /// <summary>Moves an object from a list to a token. No token has had this version yet, because the list has held
    /// the object since the version began.</summary>
    /// <returns>The word, which the token stores, or <see cref="EncodeableWord.WrappedAround"/> if no list holds the
    /// object, or another thread was faster; nothing was done then.</returns>
    internal static int TryMoveKeptToToken(ref int word)
    {
        // pairs with the write in Give, and with the compare-and-swaps
        int held = default(TAtomics).ReadAcquire(ref word);
        int token = held - EncodeableWord.Kept + EncodeableWord.Token;
        return EncodeableWord.HolderOf(held) == EncodeableWord.Kept
            && default(TAtomics).CompareExchange(ref word, token, held)
            ? token
            : EncodeableWord.WrappedAround;
    }

    /// <summary>Ends what belongs to an object that is taken back: a part of its graph, or a bare object that was
    /// stored in it.</summary>
    /// <returns><see langword="false"/> if the object has another holder, or another thread was faster; nothing was
    /// done.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryEndNested(ref int word, ref int slot, int mark)
    {
        // pairs with the write in Give, and with the compare-and-swaps
        int held = default(TAtomics).ReadAcquire(ref word);
        int holder = EncodeableWord.HolderOf(held);
        return (holder == EncodeableWord.Part
                ? default(TAtomics).Read(ref slot) == mark
                : holder == EncodeableWord.Bare)
            && default(TAtomics).CompareExchange(ref word, EncodeableWord.After(held), held);
    }
}
