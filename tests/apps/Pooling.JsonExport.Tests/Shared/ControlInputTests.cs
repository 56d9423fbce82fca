namespace Pooling.Samples;

public sealed class ControlInputTests
{
    [Fact]
    public async Task Run_Questions_AreAnsweredInOrder()
    {
        var output = new StringWriter();
        int around = 0;
        var answers = new Dictionary<string, Func<object?>> { ["report"] = static () => new { Count = 3 }, ["mark"] = static () => null };

        await new ControlInput(new SampleStreams("sample", output, TextWriter.Null, new StringReader("mark\nwhat\nreport\n")), answers)
        {
            Around = answer =>
            {
                around++;
                answer();
            },
        }.Run();

        Assert.Equal("mark null\nreport {\"count\":3}\n", output.ToString().ReplaceLineEndings("\n"));
        Assert.Equal(2, around);
    }
}
