import { useEffect, useState, type ReactNode } from 'react';
import { Logo } from '../../../design';
import { boot, needsNewPassword } from '../../../kernel/boot';
import { basePath } from '../../../kernel/embedded';
import { safeRedirect, useQueryParams } from '../../../kernel/location';
import { Beacon } from '../parts/Beacon';
import { FirstPassword } from '../parts/FirstPassword';
import { LoginForm } from '../parts/LoginForm';
import styles from '../parts/Login.module.css';

/** Signs in, and asks for a new password where the one in use was generated. */
export function LoginPage(): ReactNode {
  const wanted = useQueryParams().get('redirectTo');
  const { settings } = boot();
  const [usedPassword, setUsedPassword] = useState<string | null>(null);
  const isChoosing = usedPassword !== null || needsNewPassword();
  const title = isChoosing ? 'Choose a new password' : 'Sign in';

  useEffect(() => {
    document.title = `${title} · Vedette`;
  }, [title]);

  // A full load: the server then embeds the data of the person who signed in.
  const enter = () => window.location.replace(basePath + safeRedirect(wanted));

  return (
    <main className={styles.page} id="main">
      <Beacon />
      <section className={styles.card}>
        <Logo size={40} />
        <h1>{isChoosing ? title : 'Sign in to Vedette'}</h1>
        {isChoosing ? (
          <FirstPassword usedPassword={usedPassword} onDone={enter} />
        ) : (
          <LoginForm
            onDone={(password, mustChange) => (mustChange ? setUsedPassword(password) : enter())}
          />
        )}
      </section>
      <footer className={styles.footer}>
        Vedette {settings.buildInfo.vedetteVersion ?? settings.buildInfo.version} · dashboards and
        alerting
      </footer>
    </main>
  );
}
