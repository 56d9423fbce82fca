using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Pooling.Analyzers.Odd;

/// <summary>Tests that no legal program makes a generator throw, and that the result is code that compiles, or an error that describes the
/// remedy.</summary>
public sealed class OddInputsTests
{
    [Fact]
    public async Task Generate_OddNamesInEachPlace_CompilesOrExplains() => await AssertAsync([.. OddShapes.All(stride: 25)]);

    [Fact]
    public async Task Generate_OddPrograms_CompilesOrExplains() => await AssertAsync([.. OddPrograms.All()]);

    [Theory]
    [InlineData(LanguageVersion.CSharp9, NullableContextOptions.Disable)]
    [InlineData(LanguageVersion.CSharp11, NullableContextOptions.Enable)]
    public async Task Generate_OddInputsInOlderLanguages_CompilesOrExplains(LanguageVersion version, NullableContextOptions nullable) =>
        await AssertAsync([.. OddPrograms.All(), .. OddShapes.All(stride: 101)], version, nullable);

    private static async Task AssertAsync(IReadOnlyList<OddInput> inputs, LanguageVersion version = LanguageVersion.Preview,
        NullableContextOptions nullable = NullableContextOptions.Enable)
    {
        IReadOnlyList<string> failures = await OddBatch.FindFailuresAsync(inputs, version, nullable);

        Assert.True(failures.Count == 0, $"{failures.Count} of {inputs.Count}\n{string.Join('\n', failures.Take(200))}");
    }
}
