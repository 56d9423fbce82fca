namespace Pooling.Benchmarks;

/// <summary>Tests the file of the results of a processor.</summary>
public sealed class ResultsFileTests
{
    [Fact]
    public void Format_OfSeveralResults_HasALineForEach()
    {
        ResultsFile.Result[] results =
        [
            new("G", "A.Plain", null, [301.7, 291.98, 3], [1, 1, 1], 168),
            new("G", "A.Pooled", "PGO=0", [0.5, 0.25, 1], [1.02, 0.9, 1], 0.01),
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
                    {"group":"G","method":"A.Plain","setting":null,"nanoseconds":[301.7,291.98,3],"ratio":[1,1,1],"bytes":168},
                    {"group":"G","method":"A.Pooled","setting":"PGO=0","nanoseconds":[0.5,0.25,1],"ratio":[1.02,0.9,1],"bytes":0.01}
                  ]
                }
              ]
            }

            """.ReplaceLineEndings("\n"), file.Format().ReplaceLineEndings("\n"));
    }
}
