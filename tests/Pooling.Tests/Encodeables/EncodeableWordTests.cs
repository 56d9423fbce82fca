namespace Pooling.Encodeables;

/// <summary>Tests which holders may end or move a rental. The races are tested by the explorer of schedules.</summary>
public sealed class EncodeableWordTests
{
    public static TheoryData<int> OtherHolders =>
        [EncodeableWord.Unheld, EncodeableWord.Token, EncodeableWord.Bare, EncodeableWord.Part];

    [Theory]
    [MemberData(nameof(OtherHolders))]
    public void TryEndKept_OfAnotherHolder_ChangesNothing(int holder)
    {
        int word = 8 + holder;

        Assert.False(EncodeableWord<ProcessorAtomics>.TryEndKept(ref word));
        Assert.Equal(8 + holder, word);
    }

    [Theory]
    [MemberData(nameof(OtherHolders))]
    public void TryMoveKeptToToken_OfAnotherHolder_ChangesNothing(int holder)
    {
        int word = 8 + holder;

        Assert.Equal(EncodeableWord.WrappedAround, EncodeableWord<ProcessorAtomics>.TryMoveKeptToToken(ref word));
        Assert.Equal(8 + holder, word);
    }

    [Fact]
    public void TryEndKept_OfAList_EndsTheRental()
    {
        int word = 8 + EncodeableWord.Kept;

        Assert.True(EncodeableWord<ProcessorAtomics>.TryEndKept(ref word));
        Assert.Equal(16, word);
    }

    [Fact]
    public void TryMoveKeptToToken_OfAList_KeepsTheVersion()
    {
        int word = 8 + EncodeableWord.Kept;

        Assert.Equal(8 + EncodeableWord.Token, EncodeableWord<ProcessorAtomics>.TryMoveKeptToToken(ref word));
        Assert.Equal(8 + EncodeableWord.Token, word);
    }
}
