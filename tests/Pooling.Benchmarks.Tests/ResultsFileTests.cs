namespace Pooling.Benchmarks;

/// <summary>Tests the file of the results of a processor.</summary>
public sealed class ResultsFileTests
{
    [Fact]
    public void Format_OfSeveralResults_HasALineForEach()
    {
        ResultsFile.Result[] results =
        [
            new("One, A", "One.Plain", null, [301.719, 291.98, 326.445], [1, 1, 1], 168),
            new("One, A", "One.Pooled", "Tiered+PGO=0", [0.5, 0.25, 1], [1.027, 0.951, 1.08], 0.01),
        ];
        var file = new ResultsFile("AMD family 1",
            [new ResultsFile.Run("2026-11-22", ".NET 10, AMD family 1", 1, 7, 40, null, results)]);

        Assert.Equal("""
            {
              "processor": "AMD family 1",
              "runs": [
                {
                  "date": "2026-11-22",
                  "machine": ".NET 10, AMD family 1",
                  "processes": 1,
                  "rounds": 7,
                  "batchMilliseconds": 40,
                  "conditions": null,
                  "results": [
                    {"group":"One, A","method":"One.Plain","setting":null,"nanoseconds":[301.719,291.98,326.445],"ratio":[1,1,1],"bytes":168},
                    {"group":"One, A","method":"One.Pooled","setting":"Tiered+PGO=0","nanoseconds":[0.5,0.25,1],"ratio":[1.027,0.951,1.08],"bytes":0.01}
                  ]
                }
              ]
            }

            """.ReplaceLineEndings("\n"), file.Format().ReplaceLineEndings("\n"));
    }
}
