namespace Pooling.Objects;

/// <summary>The sizes that follow from a pool's options, computed once.</summary>
internal sealed class MagazineLimits
{
    // two of them and the spare item make 5 items, which 200 threads still get at the default limit
    private const int SmallestMagazine = 2;

    private const int DepotItems = 256; // what many threads leave for items that are in use by turns on different threads

    private readonly int[] _rooms; // slots of a thread's magazines together, largest first

    private readonly int _atHand; // what a thread may hold in addition to its magazines

    internal MagazineLimits(int magazineSize, int maxItems, bool keepsHomes = false)
    {
        _atHand = keepsHomes ? 2 : 1;
        // The depot keeps a part of the limit, so that items that one thread returns and another rents can always meet there.
        MaxItems = maxItems;
        MaxCreditedItems = maxItems / 2;
        MaxSmallCreditedItems = Math.Max(MaxCreditedItems, maxItems - DepotItems);
        MagazineSize = Math.Max(1, Math.Min(magazineSize, maxItems / 8));
        var rooms = new List<int>();
        for (int slots = MagazineSize; ; slots = Math.Max(SmallestMagazine, slots / 2))
        {
            rooms.Add(2 * slots);
            if (slots <= SmallestMagazine)
                break;
        }

        _rooms = [.. rooms];
    }

    internal int MagazineSize { get; }

    internal int MaxItems { get; }

    /// <summary>The items that all threads together may hold.</summary>
    internal int MaxCreditedItems { get; }

    /// <summary>The same for threads that ask for no more than the smallest magazines.</summary>
    internal int MaxSmallCreditedItems { get; }

    /// <summary>The number of sizes for the magazines of threads. Grade 0 is two of the ordinary size.</summary>
    internal int Grades => _rooms.Length;

    /// <summary>The slots of a thread's magazines together, at the given grade.</summary>
    internal int RoomOf(int grade) => _rooms[grade];

    /// <summary>The items that a thread may hold at the given grade.</summary>
    internal int CreditOf(int grade) => CreditOfRoom(_rooms[grade]);

    /// <summary>Whether the room is one magazine rather than two: with the smallest ones, a thread's items would mostly be spread over
    /// both.</summary>
    internal bool IsOneMagazine(int room) => room <= 2 * SmallestMagazine && room < 2 * MagazineSize;

    /// <summary>The items that a thread with the given room may hold: one spare item and, with magazines, also the home cell in a pool that
    /// keeps home cells.</summary>
    internal int CreditOfRoom(int room) => room == 0 ? 1 : room + _atHand;
}
