namespace Pooling.Tour;

public class TourOptionsTests
{
    private static readonly string[] s_sections = ["objects", "buffers", "json"];

    [Fact]
    public void Parse_NoArgument_RunsAllInTheCurrentFolder()
    {
        TourOptions options = TourOptions.Parse([], s_sections);

        Assert.Empty(options.Only);
        Assert.Equal(".", options.OutputFolder);
        Assert.Null(options.JsonFile);
        Assert.False(options.Quick || options.NoColor || options.Help);
    }

    [Theory]
    [InlineData("--only", "json,objects")]
    [InlineData("--only=json,objects")]
    [InlineData("--only", " JSON , Objects ,")]
    public void Parse_Only_KeepsTheOrderOfTheTour(params string[] arguments) =>
        Assert.Equal(["objects", "json"], TourOptions.Parse(arguments, s_sections).Only);

    [Theory]
    [InlineData("--output", "a folder")]
    [InlineData("--output=a folder")]
    public void Parse_Output_TakesItsValue(params string[] arguments) =>
        Assert.Equal("a folder", TourOptions.Parse(arguments, s_sections).OutputFolder);

    [Fact]
    public void Parse_Json_TakesItsValue() => Assert.Equal("x=y.json", TourOptions.Parse(["--json=x=y.json"], s_sections).JsonFile);

    [Fact]
    public void Parse_Flags_AreSet()
    {
        TourOptions options = TourOptions.Parse(["--quick", "--no-color"], s_sections);

        Assert.True(options.Quick && options.NoColor);
    }

    [Theory]
    [InlineData("--help")]
    [InlineData("-h")]
    [InlineData("-?")]
    public void Parse_Help_IsSet(string argument) => Assert.True(TourOptions.Parse([argument], s_sections).Help);

    [Theory]
    [InlineData("unknown option '--fast'", "--fast")]
    [InlineData("unknown option '-q'", "-q")]
    [InlineData("unexpected argument 'objects'", "objects")]
    [InlineData("unexpected argument ''", "")]
    [InlineData("unknown section 'queues'; available: objects, buffers, json", "--only", "queues")]
    [InlineData("unknown section 'queues'; available: objects, buffers, json", "--only", "json,queues")]
    [InlineData("option '--only' needs a section; available: objects, buffers, json", "--only", ",")]
    [InlineData("option '--only' needs a value", "--only")]
    [InlineData("option '--output' needs a value", "--output", "--quick")]
    [InlineData("option '--output' needs a value", "--output=")]
    [InlineData("option '--output' needs a value", "--output", " ")]
    [InlineData("option '--quick' takes no value", "--quick=yes")]
    [InlineData("option '--quick' is specified more than once", "--quick", "--quick")]
    [InlineData("option '--output' is specified more than once", "--output", "a", "--output=b")]
    public void Parse_WrongArguments_SaysWhatIsWrong(string message, params string[] arguments) =>
        Assert.Equal(message, Assert.Throws<UsageException>(() => TourOptions.Parse(arguments, s_sections)).Message);
}
