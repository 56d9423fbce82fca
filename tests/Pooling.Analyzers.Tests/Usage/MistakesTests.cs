namespace Pooling.Analyzers.Usage;

/// <summary>Tests that an editor marks each of the mistakes of the documentation.</summary>
public sealed class MistakesTests
{
    public static TheoryData<string> Names => [.. Mistakes.All.Select(static mistake => mistake.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public Task Analyze_Mistake_IsMarked(string name) =>
        UsageCompiler.ExpectAsync(Mistakes.All.Single(mistake => mistake.Name == name).Source);

    [Fact]
    public void Mistakes_OfTheDocumentation_AreNineteen()
    {
        Assert.Equal(19, Mistakes.All.Count);
        Assert.All(Mistakes.All, static mistake => Assert.Single(MarkedSource.Parse(mistake.Source).Expected));
    }
}
