using System.Text;

namespace Pooling.Tour.Comparisons;

public class ByteDifferenceTests
{
    [Theory]
    [InlineData("")]
    [InlineData("the same")]
    public void Describe_EqualBytes_IsNull(string text) => Assert.Null(Describe(text, text));

    [Fact]
    public void Describe_OneByteDiffers_NamesPlaceAndSurroundings() => Assert.Equal(
        "pooled (11 bytes) differs from plain (11 bytes) at byte 5: \"{\"a\":2,\\x0a\"b\"\" instead of \"{\"a\":1,\\x0a\"b\"\"",
        Describe("{\"a\":1,\n\"b\"}"[..11], "{\"a\":2,\n\"b\"}"[..11]));

    [Fact]
    public void Describe_OneIsCutOff_NamesItsEnd() => Assert.Equal(
        "pooled (2 bytes) differs from plain (3 bytes) at byte 2: \"ab\" instead of \"abc\"", Describe("abc", "ab"));

    [Fact]
    public void Describe_LongOutput_ShowsAnExcerpt()
    {
        string text = new('x', 1000);

        Assert.Equal(
            "pooled (1,000 bytes) differs from plain (1,000 bytes) at byte 500: \"xxxxxxxxxxxxyxxxxxxxxxxx...\" instead of "
                + "\"xxxxxxxxxxxxxxxxxxxxxxxx...\"",
            Describe(text, text[..500] + "y" + text[501..]));
    }

    private static string? Describe(string expected, string actual) =>
        ByteDifference.Describe("plain", Encoding.UTF8.GetBytes(expected), "pooled", Encoding.UTF8.GetBytes(actual));
}
