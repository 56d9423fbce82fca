namespace Pooling.SoakTests.Fuzzing;

/// <summary>Random text.</summary>
internal static class FuzzText
{
    private static readonly byte[][] s_characters =
        [.. new[] { "a", "\"", "\n", "é", "€", "\0", "😀", "~" }.Select(System.Text.Encoding.UTF8.GetBytes)];

    /// <summary>Fills bytes with valid UTF-8.</summary>
    internal static void Fill(Span<byte> bytes, Random random)
    {
        int common = random.Next(3);
        while (!bytes.IsEmpty)
        {
            byte[] character = common == 0 ? s_characters[0] : s_characters[random.Next(s_characters.Length)];
            if (character.Length > bytes.Length)
                character = s_characters[0];

            character.CopyTo(bytes);
            bytes = bytes[character.Length..];
        }
    }
}
