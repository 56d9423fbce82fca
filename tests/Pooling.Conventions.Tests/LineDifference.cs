namespace Pooling.Conventions;

/// <summary>Finds the lines in which two texts differ, by their longest common subsequence.</summary>
internal static class LineDifference
{
    internal static IEnumerable<string> Between(string[] before, string[] after)
    {
        int[,] common = CommonLengths(before, after);
        int i = 0;
        int j = 0;
        while (i < before.Length || j < after.Length)
        {
            if (i < before.Length && j < after.Length && before[i] == after[j])
            {
                i++;
                j++;
            }
            else if (j == after.Length || (i < before.Length && common[i + 1, j] >= common[i, j + 1]))
            {
                yield return $"- {i + 1,4}: {before[i++]}";
            }
            else
            {
                yield return $"+ {j + 1,4}: {after[j++]}";
            }
        }
    }

    // [i, j]: the length of the longest common subsequence of the texts after line i and line j
    private static int[,] CommonLengths(string[] before, string[] after)
    {
        int[,] lengths = new int[before.Length + 1, after.Length + 1];
        for (int i = before.Length - 1; i >= 0; i--)
        {
            for (int j = after.Length - 1; j >= 0; j--)
                lengths[i, j] = before[i] == after[j] ? lengths[i + 1, j + 1] + 1 : Math.Max(lengths[i + 1, j], lengths[i, j + 1]);
        }

        return lengths;
    }
}
