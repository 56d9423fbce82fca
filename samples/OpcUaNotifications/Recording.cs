using System.Buffers.Binary;
using System.IO.Compression;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>Nine publish responses that a node-opcua server sent in November 2026, without the headers of their chunks.</summary>
internal static class Recording
{
    private const string Compressed = """
        H4sIAAAAAAACA42aC1BU1x2H9wm7sMDCAstjF5anL3wkEpMIxDVigopvjNRoNMbJ6MQmGZu2aGxLJ6ZqtRE1Kiq+8ZFEGrW20dRJTXWmZqKt7ViLKSbG+CAJEVTEZ9zCnv/h
        x2/HzNSZwJeP797l3nvuuXfv8rnBYDAaisy+L75Z2TDvrDHMwP/+dcJkMAUbQ/C7+iL/jMH/epmNVe1gEVkUqb4P9s8q+Cq4zmobyEjF9ULlF7lAJiqGFilfkwQyU1Eh/kAk
        qOsWtJnUFlYN+mhVx0+tIVt4un0LjbIx6kvo1u1uX0N8yNYV+7c3HQyurywbZKRi7hXla5JAJipuiG/JApmpKG1WPj8DZKGiVnxJLshKhbVF+WMGUBgV48Wf9IHCqdgpvtwE
        slFhuKr87HCQnYqp4vOMoAgqPhJflQLq+GFUZ+G6prz+7qDlXxZbYQVFUfGp+PpoUDQVfa8rH28FxVDxG/GVOSAnFeev6z0AiqWisFX5BR5QHBWrxXePALmouCrenw7qOrKL
        o9XI77e4bXnHT6NCRv5JGfkdx1F9CR35be2LzGr/n+smvG6Bf9kbV4LrOxkOaqWifqHy++NBN6hoXqT8UTuojYpRi5XfnQu6ScU28dU20C0qbojvFwu6TYX/t8q3GkF3qFgs
        3hkNukvFafG1YaB7VHiWKH84DvQ9FS+Kd7hB96k4KL42HRSgwrZU72uQwdy1mLBU7wWQkYqN4ucngExUXBa/xwsyU9H7d8oXJ4IsVMwTbwsHWan4UHxVCiiMCvNbMm4yQeFU
        jBL/qhtko+Jt8YtcILsZ802B/zPx+nsELZ+yTC8FiqTiOfGNZpCDihrxrSmgKCrOLtPbB4qmIqNK+dnhoBgqjmjvAzmpCFuufJ4RFEvFCPEVVlAc78/lelSBXFQ0iM/PAMVT
        4Vuh/IxkUAIVs8TfigUlUlEnvjIH5KbCuFLPKaAkKnqsUr7UAkqmYo74x5JAKVQcWqXPQ1AqFdbVMrqNIA8V48Q3WEFeKtaKLzeB0qg4v1qfh6B0Krqt0R7ko+KVNXrmAmVQ
        8WfxZZGgTD5nq5XvngXKomKk+KVZoGwqVog/lArKoeK0eIsTlMvny1rlx8SDuvEYW6uPF6g7FX8QXxIF6kHFnbX6ygbqScWgdfocAPWiYrH46gxQHhV/X6dnYVBvKlLXK98S
        AepDxQzxDWmgvnxs1+sRDurHZ1SN9qCHqBgmPt4KepiKJeLLskH9qThVo48GKJ8Kzwblp9lBj1Axc4M+j0ADqNi9QV/pQY9ScVP8hRzQY1S8tFF5QzLocSr2btSzKGggz8mb
        5ByIABVQMXqTvjqCCqlYt0lfVUBFfEXfpM8j0BNU9N0sM7EBNIiK1zfrIwryU/HpZn00QIOpiNui/NuxoCepmLxFj3DQECp2ip8cByqmolm8zwwaSkXRVj03gZ7ia9Q2fYUE
        PU3Fq+JLvaASKj4QfywZNIyK++LPJYCGUzG4Vvl7GaARVCys1eMGVErFJ51LgkZSEbNdXxFAo6gYs10vCRpNRbX4ijTQGL4z2K7vBEFjqUjboZcEjaNi+g49v4HG8/gQXx8N
        KqPiW/HTMkETqOi1U59poGf4WrlTvzpoIp/74ktyQeVU2HfJFcEG+hHfj4kvTwVNomKZ+CYX6FmeT8WfcoNCH4QUyTOiyvo9Kx70BOWfJ0x43/igfwPC1QqcdWkbHvSQqf83
        Ef/HQ6bG9sXy+TGMf4p/3089wXXusYCMVLz0M+XLU0EmKiJ+rvwCD8hMRZ34vBSQhYo3K5Q/EAmyUjF3rvx+XlAYFY/OkyWzQeFUjH5d+WPJIBsV5vnK1ySB7FQMWe4N+plO
        UAQesrQXS6qV198jaflba5WtsIIcVLjXKx+fBoqi4o0a5fNtoGgqCjYofzQTFENFs/Z2kJOKzRuVr7aBYvlVNinfagTFUfFv8SW5IBdvy2blp9lB8VSM2OKVUQVKoOKi+HIT
        KJGKiq3KV6WA3Hzktymf7QIlUbFN/P54UDIV+bWyjVGgFCqOi89LAaVSMXG7jIo0kIfGV4t4/d1Ly/96hz5WoDQ+X3d65UwHpVNRI77RA/JRMXKX8odSQRlUvPiuHpmgTCos
        u5WvdICyqPiTeIcblE3F8DrlLU5QDhVn6vReAOXyDPd7fR6CulFhf1/5yXGg7lS8977eRlAPnnv2yL72gnpScVe8xwHqRcWivXoLQHlUdNun1w3qTYWrUXmbD9SHiplfe2Xm
        A03t8uh0it82U82NMwygaVT0maN8fTToeSpm/UT53VGg6VT0f035BivoBSpaxRuSQV2vjAuM6so55uGWLR0/tYdcOevlEW7wwxfLg66aA9vJHnLVLPMvcH23Rb2ZBBmpGJOg
        /PwEkImK98T7zCAzFU3idyWCLFT0T1Q+2wWyUvFL8ZtjQGFUHBFfngoKp8LgVt7hBtmoKHTrLQB13c+vyS3Q4S3jV3f8NPwHPkQKLmR+0HHo2eX+SB//of4F9pGr1b4FdV3v
        u3L8fXs/fif4NjTkdRvkdYMrjHzQ605up46r+yS87uFJ/r82fRhcX2EM6Fkq6q4o7/OAJlPRrVn5A5GgKVSsFB+fBnqOCnOL8hccoKlUzBHfaAZNo+K8XjIH9DwVZVeVP+4E
        TafiuPilWaAXqHjimvKH40Ch97y58oFL5TVr8EY55gc+cOk4HupL6NGqb79NmhkySgr9L3wdUA8xHSAjFRfFV9tAJioGfqN8UgLITMWvxO+OAlmoOCLekwOyUmH9NiCPbEFh
        VIwUX+oFhVPxlvijdpCNijPiK3NAdiq8TQF5bAOKoGKm+NeiQZFU1ImvSAM5qGgV7zODoqgY8F1A3sqCoqn4hfgFZlAMFTfF14aBnFQUXgnIW3tQLBWV4g+ZQHFUHO5cEuSi
        4r746gxQPBUFzfqIghKomN+sxw0okYrj4osTQW4qHC0BeegPSqJilPhyEyiZx5j4cwmgFCpOt+hxA0qlwndV7yeQh4o54rtngbxUHBR/IBKURkVA/Ck3KJ2KwdcC8tETyEfF
        YvEzDKAMKj4R3+QCZVLhvC5H1ALKouJEqx6doGwqym8ovysRlEPFUfFVRlAuFf3aAvKRM6gbFUvFG5JB3ak41abnJlAPnj9u6hEO6knFrJt61gD1ouKP4uujQXlU3L6p5wRQ
        bz6zb+n9BOpDxeu39NwE6kvFx+KnZYL6UWG4rccv6CEqhtzWswboYSoW3ta/H6g/Ff8QX5ILyqci7o7+/UCPUDH2jl43aAAVy+/oowF6lIovxRfGgB6jouddfbaCHqditnh/
        OmggH/27+jwCFVDR1rluUCEf/XtyNLJARTyvi7c4QU9Q8TfxHgdoEBWR3+s7BpCf97p4mw80mIpl3+t5BfQkFb3v62s5aAgVL4vvFwsqpmKf+PwM0FDep50e9BQVxQHZ1xGg
        p6lYGdCjE1RCxVnxRzNBw6hon7NWqJkYNJyKV8SXWkAjqPhAfLUNVMp3BuJr00Ej+YpsVN7iBI3i+cOolwSNpuIvnR40hop74l91g8byNcqkfHkqaBwVb5r0fgKN5+uL+KVZ
        oDKeP8zagyZQMVH8HgvoGSrWiPc4QP+hR+bvnAvIH5OA6qnYdEGfaaAzVCRflDvsXNBnVPxYfL4N9F/+SFb8/nhQAxWxlwLyIRnoLP95ivgLOaDPqdh6SV/LQV9Q0XRJX91A
        5/jjw8v66gb6kv+U4rJeEnSeioPis12gr/iPCxr1TAy6wB9AN+o7BtBF/gC6c0nQJSpOdHrQZd7r8g6sPBUU+k7xf57vSzl3KwAA
        """;

    /// <summary>Gets the messages, in their order.</summary>
    public static IReadOnlyList<byte[]> Messages { get; } = Read();

    private static List<byte[]> Read()
    {
        using var content = new MemoryStream();
        using (var gzip = new GZipStream(new MemoryStream(Convert.FromBase64String(Compressed)), CompressionMode.Decompress))
            gzip.CopyTo(content);

        var messages = new List<byte[]>();
        for (ReadOnlySpan<byte> rest = content.ToArray(); rest.Length > 0;)
        {
            int length = BinaryPrimitives.ReadInt32LittleEndian(rest);
            messages.Add(rest.Slice(sizeof(int), length).ToArray());
            rest = rest[(sizeof(int) + length)..];
        }

        return messages;
    }
}
