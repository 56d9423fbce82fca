namespace Pooling.Objects;

/// <summary>The sizes that follow from a pool's options, worked out once.</summary>
internal sealed class MagazineLimits
{
    private const int SmallestMagazine = 2; // with the item at hand 5 items: 200 threads at the default limit still have that

    private readonly int[] _grades; // slots of a thread's magazine, from the ordinary size down, each half of the one before

    internal MagazineLimits(int magazineSize, int maximumItems, long? maximumBytes)
    {
        // Threads take at most half of the limit, so that what one thread returns and another rents can always meet in the depot.
        MaximumItems = maximumItems;
        MaximumCreditedItems = maximumItems / 2;
        MagazineSize = Math.Max(1, Math.Min(magazineSize, maximumItems / 8));
        var grades = new List<int> { MagazineSize };
        while (grades[grades.Count - 1] > SmallestMagazine)
            grades.Add(Math.Max(SmallestMagazine, grades[grades.Count - 1] / 2));

        _grades = [.. grades];

        CountsBytes = maximumBytes is not null;
        MaximumBytes = maximumBytes ?? long.MaxValue;
        BytesOfCredit = CountsBytes && MaximumCreditedItems > 0 ? MaximumBytes / 2 / MaximumCreditedItems : 0;
    }

    internal int MagazineSize { get; }

    internal int MaximumItems { get; }

    internal int MaximumCreditedItems { get; }

    /// <summary>How many sizes there are for the magazines of threads; number 0 is <see cref="MagazineSize"/>.</summary>
    internal int Grades => _grades.Length;

    internal bool CountsBytes { get; }

    internal long MaximumBytes { get; }

    /// <summary>The bytes that a thread may hold for each item that it may hold; 0 in a pool that does not count them.</summary>
    internal long BytesOfCredit { get; }

    /// <summary>The slots of a thread's magazine of some grade.</summary>
    internal int SlotsOf(int grade) => _grades[grade];

    /// <summary>The items that a thread with two magazines of some grade and the item at hand may hold.</summary>
    internal int CreditOf(int grade) => CreditOfSlots(_grades[grade]);

    internal static int CreditOfSlots(int slots) => 2 * slots + 1;
}
