using System.Text.Json;
using Pooling.Tour.Comparisons;

namespace Pooling.Tour.Reporting;

public class JsonReportTests
{
    [Fact]
    public void Write_Result_HasMachineRuntimeDateAndMode()
    {
        JsonElement root = Figures(Results.Comparison("a comparison"));

        Assert.Equal(JsonReport.Schema, root.GetProperty("schema").GetInt32());
        Assert.Equal("full", root.GetProperty("mode").GetString());
        Assert.Equal(new DateTimeOffset(2026, 1, 15, 9, 30, 0, TimeSpan.Zero), root.GetProperty("date").GetDateTimeOffset());
        Assert.Equal("A processor", root.GetProperty("machine").GetProperty("processor").GetString());
        Assert.Equal(".NET 10", root.GetProperty("machine").GetProperty("runtime").GetString());
        Assert.True(root.GetProperty("passed").GetBoolean());
    }

    [Fact]
    public void Write_Rows_HaveTheFigures()
    {
        JsonElement comparison = Figures(Results.Comparison("a comparison", 0.5)).GetProperty("sections")[0].GetProperty("comparisons")[0];

        JsonElement pooled = comparison.GetProperty("rows")[1];
        Assert.Equal("a comparison", comparison.GetProperty("name").GetString());
        Assert.Equal("faster", comparison.GetProperty("verdict").GetString());
        Assert.Equal("pooled", pooled.GetProperty("side").GetString());
        Assert.Equal(50, pooled.GetProperty("nanosecondsPerOperation").GetProperty("median").GetDouble());
        Assert.Equal(0.5, pooled.GetProperty("ratio").GetProperty("median").GetDouble());
        Assert.Equal(0, pooled.GetProperty("bytesPerOperation").GetDouble());
        Assert.Equal(7, comparison.GetProperty("rows")[0].GetProperty("gen0").GetInt32());
        Assert.Equal("a row", comparison.GetProperty("published")[0].GetProperty("row").GetString());
    }

    private static JsonElement Figures(params ComparisonResult[] comparisons)
    {
        using var stream = new MemoryStream();
        JsonReport.Write(Results.Tour(comparisons), stream);
        return JsonDocument.Parse(stream.ToArray()).RootElement;
    }
}
